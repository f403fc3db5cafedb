package io.tacit.privacy.mechanism;

import io.tacit.privacy.random.DiscreteLaplaceSampler;
import io.tacit.privacy.random.RandomBits;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The nodes of a {@link QuantileTree} that have been read, each once and with noise of its own: everything here may be
 * shown but the histogram behind it. Weights are in rows.
 */
final class NoisyTree {
    /** The excess kurtosis of one node's noise: that of the Laplace law, the largest of those in use. */
    private static final double EXCESS = 3;

    private final LeafHistogram histogram;
    private final DiscreteLaplaceSampler sampler;
    private final RandomBits bits;
    private final double deviation;
    private final int leaves;
    private final Node root;

    NoisyTree(LeafHistogram histogram, DiscreteLaplace noise, RandomBits bits) {
        this.histogram = histogram;
        this.bits = bits;
        sampler = noise.sampler();
        deviation = Math.scalb(noise.standardDeviation(), -histogram.weights().shift());
        leaves = histogram.weights().grid().leaves();
        long size = 1;
        for (int level = 0; level < QuantileTree.levels(histogram.weights().grid()); level++) {
            size *= QuantileTree.BRANCHES;
        }
        root = new Node(0, size, Double.NaN);
    }

    /** A node and, once it is read further, its children. Variances are in those of one node's noise. */
    private static final class Node {
        private final long first;
        private final long size;
        private final double noisy;
        private @Nullable List<Node> children;
        private double estimate;
        private double variance = 1;
        private double mass;

        Node(long first, long size, double noisy) {
            this.first = first;
            this.size = size;
            this.noisy = noisy;
        }
    }

    private List<Node> children(Node node) {
        if (node.children == null) {
            List<Node> children = new ArrayList<>();
            long size = node.size / QuantileTree.BRANCHES;
            for (int i = 0; i < QuantileTree.BRANCHES; i++) {
                long first = node.first + i * size;
                if (first < leaves) {
                    BigInteger noisy = histogram.between(first, first + size).add(sampler.draw(bits));
                    double rows =
                            Math.scalb(noisy.doubleValue(), -histogram.weights().shift());
                    children.add(new Node(first, size, rows));
                }
            }
            node.children = children;
        }
        return node.children;
    }

    /** Reads until every rank has its leaf. */
    void readFor(double[] ranks, double margin) {
        children(root);
        boolean changed = true;
        while (changed) {
            estimate(root);
            root.mass = Math.max(0, root.estimate);
            distribute(root);
            changed = false;
            for (double rank : ranks) {
                Node end = descend(target(rank, margin));
                if (end.size > 1 && end.children == null) {
                    children(end);
                    changed = true;
                }
            }
        }
    }

    /** The leaf of a rank that was read for. */
    int leaf(double rank, double margin) {
        if (root.mass <= 0) {
            return (int) Math.min(leaves - 1L, (long) (rank * leaves));
        }
        return (int) descend(target(rank, margin)).first;
    }

    private double target(double rank, double margin) {
        double mass = root.mass;
        return Math.min(Math.max(rank * mass, Math.min(margin, mass / 2)), Math.max(mass - margin, mass / 2));
    }

    /** The node that holds a target and is read no further; a larger target gives the same node or a later one. */
    private Node descend(double target) {
        Node node = root;
        double rest = target;
        while (node.children != null) {
            Node next = null;
            double before = 0;
            double begin = 0;
            for (Node child : node.children) {
                if (child.mass > 0) {
                    next = child;
                    begin = before;
                    before += child.mass;
                    if (before >= rest) {
                        break;
                    }
                }
            }
            if (next == null) {
                return node;
            }
            rest -= begin;
            node = next;
        }
        return node;
    }

    /**
     * Estimates nodes from the leaves up: a node's own count and the sum of its children, weighted by the inverse of
     * their variances.
     */
    private static void estimate(Node node) {
        if (node.children == null) {
            node.estimate = node.noisy;
            return;
        }
        double sum = 0;
        double variance = 0;
        for (Node child : node.children) {
            estimate(child);
            sum += child.estimate;
            variance += child.variance;
        }
        // The root is not read itself.
        boolean measured = !Double.isNaN(node.noisy);
        node.estimate = measured ? (node.noisy * variance + sum) / (1 + variance) : sum;
        node.variance = measured ? variance / (1 + variance) : variance;
    }

    /**
     * Makes counts consistent from the root down: children add up to their parent and none is negative, as near to
     * their estimates as that allows.
     */
    private static void distribute(Node node) {
        if (node.children == null) {
            return;
        }
        List<Node> positive = node.children;
        while (true) {
            double sum = -node.mass;
            double variance = 0;
            for (Node child : positive) {
                sum += child.estimate;
                variance += child.variance;
            }
            double shift = sum / variance;
            List<Node> left = new ArrayList<>();
            for (Node child : positive) {
                child.mass = Math.max(0, child.estimate - shift * child.variance);
                if (child.mass > 0) {
                    left.add(child);
                }
            }
            if (left.size() == positive.size() || left.isEmpty()) {
                break;
            }
            positive = left;
        }
        node.children.forEach(NoisyTree::distribute);
    }

    /** The first leaf that the quantile may be in: on no level is the weight up to it surely too small. */
    int least(double rank, double z) {
        Node node = root;
        Sum sum = new Sum(rank);
        while (node.size > 1) {
            List<Node> children = children(node);
            children.forEach(sum::addRight);
            Node next = children.get(0);
            for (Node child : children) {
                next = child;
                sum.move(child);
                if (sum.value() + sum.deviation(z) >= 0) {
                    break;
                }
            }
            sum.remove(next);
            node = next;
        }
        return (int) node.first;
    }

    /** The last leaf that the quantile may be in: on no level is the weight before it surely too large. */
    int largest(double rank, double z) {
        Node node = root;
        Sum sum = new Sum(rank);
        while (node.size > 1) {
            List<Node> children = children(node);
            children.forEach(sum::addLeft);
            Node next = children.get(0);
            for (int i = children.size() - 1; i >= 0; i--) {
                next = children.get(i);
                sum.moveBack(next);
                if (sum.value() - sum.deviation(z) <= 0) {
                    break;
                }
            }
            sum.removeRight(next);
            node = next;
        }
        return (int) node.first;
    }

    /** (1−q)·left − q·right of noisy weights on both sides of a place: 0 or more where the quantile is before it. */
    private final class Sum {
        private final double rank;
        private double left;
        private double right;
        private int leftCount;
        private int rightCount;

        Sum(double rank) {
            this.rank = rank;
        }

        void addLeft(Node node) {
            left += node.noisy;
            leftCount++;
        }

        void addRight(Node node) {
            right += node.noisy;
            rightCount++;
        }

        void remove(Node node) {
            left -= node.noisy;
            leftCount--;
        }

        void removeRight(Node node) {
            right -= node.noisy;
            rightCount--;
        }

        void move(Node node) {
            removeRight(node);
            addLeft(node);
        }

        void moveBack(Node node) {
            remove(node);
            addRight(node);
        }

        double value() {
            return (1 - rank) * left - rank * right;
        }

        /** How far the value may be off, z being the normal quantile. */
        double deviation(double z) {
            double squares = (1 - rank) * (1 - rank) * leftCount + rank * rank * rightCount;
            if (squares == 0) {
                return 0;
            }
            double fourths = Math.pow(1 - rank, 4) * leftCount + Math.pow(rank, 4) * rightCount;
            return deviation * Math.sqrt(squares) * NormalQuantile.corrected(z, EXCESS * fourths / (squares * squares));
        }
    }
}
