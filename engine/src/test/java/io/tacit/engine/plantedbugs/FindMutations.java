package io.tacit.engine.plantedbugs;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ConditionalExpressionTree;
import com.sun.source.tree.ExpressionStatementTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IfTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ThrowTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.UnaryTree;
import com.sun.source.tree.WhileLoopTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.tools.JavaCompiler;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.jspecify.annotations.NullUnmarked;
import org.jspecify.annotations.Nullable;

/**
 * All mechanical changes of a source file: boundaries moved, conditions negated, calls dropped, constants and arguments
 * changed. Words for people, such as what an exception says, are left alone, and so are hash codes.
 */
@NullUnmarked
final class FindMutations extends TreeScanner<@Nullable Void, @Nullable Void> {
    private static final Map<Tree.Kind, String> OTHER_OPERATORS = Map.ofEntries(
            Map.entry(Tree.Kind.LESS_THAN, "<="),
            Map.entry(Tree.Kind.LESS_THAN_EQUAL, "<"),
            Map.entry(Tree.Kind.GREATER_THAN, ">="),
            Map.entry(Tree.Kind.GREATER_THAN_EQUAL, ">"),
            Map.entry(Tree.Kind.EQUAL_TO, "!="),
            Map.entry(Tree.Kind.NOT_EQUAL_TO, "=="),
            Map.entry(Tree.Kind.CONDITIONAL_AND, "||"),
            Map.entry(Tree.Kind.CONDITIONAL_OR, "&&"),
            Map.entry(Tree.Kind.PLUS, "-"),
            Map.entry(Tree.Kind.MINUS, "+"),
            Map.entry(Tree.Kind.MULTIPLY, "+"),
            Map.entry(Tree.Kind.DIVIDE, "*"));

    /** Calls that have a counterpart which is easily taken for them. */
    private static final Map<String, String> OTHER_CALLS = Map.ofEntries(
            Map.entry("min", "max"),
            Map.entry("max", "min"),
            Map.entry("anyMatch", "allMatch"),
            Map.entry("allMatch", "anyMatch"),
            Map.entry("noneMatch", "anyMatch"),
            Map.entry("plus", "minus"),
            Map.entry("minus", "plus"),
            Map.entry("add", "subtract"),
            Map.entry("subtract", "add"),
            Map.entry("floor", "ceil"),
            Map.entry("ceil", "floor"),
            Map.entry("isPresent", "isEmpty"),
            Map.entry("isEmpty", "isPresent"),
            Map.entry("isBefore", "isAfter"),
            Map.entry("isAfter", "isBefore"),
            Map.entry("shiftLeft", "shiftRight"),
            Map.entry("shiftRight", "shiftLeft"),
            Map.entry("times", "dividedBy"),
            Map.entry("multiply", "add"),
            Map.entry("FLOOR", "CEILING"),
            Map.entry("CEILING", "FLOOR"));

    /** Calls that can be left out of a chain. */
    private static final List<String> LEFT_OUT =
            List.of("filter", "sorted", "distinct", "limit", "skip", "negate", "strip", "normalize", "toAbsolutePath");

    private static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();

    private final String className;
    private final String text;
    private final CompilationUnitTree unit;
    private final SourcePositions positions;
    private final List<Mutation> found = new ArrayList<>();

    private FindMutations(String className, String text, CompilationUnitTree unit, SourcePositions positions) {
        this.className = className;
        this.text = text;
        this.unit = unit;
        this.positions = positions;
    }

    /** The changes of a file, from its beginning to its end. Some of them may not compile. */
    static List<Mutation> of(String className, String text) {
        SimpleJavaFileObject file =
                new SimpleJavaFileObject(
                        URI.create("string:///" + className.replace('.', '/') + ".java"),
                        SimpleJavaFileObject.Kind.SOURCE) {
                    @Override
                    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                        return text;
                    }
                };
        JavacTask task = (JavacTask) COMPILER.getTask(null, null, null, List.of("-proc:none"), null, List.of(file));
        try {
            CompilationUnitTree unit = task.parse().iterator().next();
            FindMutations finding = new FindMutations(
                    className, text, unit, Trees.instance(task).getSourcePositions());
            unit.accept(finding, null);
            return finding.found;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private int start(Tree tree) {
        return (int) positions.getStartPosition(unit, tree);
    }

    private int end(Tree tree) {
        return (int) positions.getEndPosition(unit, tree);
    }

    private String words(Tree tree) {
        return text.substring(start(tree), end(tree));
    }

    private void change(String kind, Tree tree, String after) {
        change(kind, start(tree), end(tree), after);
    }

    private void change(String kind, int start, int end, String after) {
        if (start >= 0 && end > start) {
            found.add(new Mutation(
                    className,
                    unit.getLineMap().getLineNumber(start),
                    kind,
                    start,
                    end,
                    text.substring(start, end),
                    after));
        }
    }

    private void negate(ExpressionTree condition) {
        change("negated condition", condition, "(!(" + words(condition) + "))");
    }

    @Override
    public @Nullable Void visitThrow(ThrowTree tree, @Nullable Void none) {
        return null;
    }

    @Override
    public @Nullable Void visitAnnotation(AnnotationTree tree, @Nullable Void none) {
        return null;
    }

    @Override
    public @Nullable Void visitMethod(MethodTree tree, @Nullable Void none) {
        String name = tree.getName().toString();
        return name.equals("hashCode") || name.equals("toString") ? null : super.visitMethod(tree, null);
    }

    @Override
    public @Nullable Void visitIf(IfTree tree, @Nullable Void none) {
        negate(tree.getCondition());
        return super.visitIf(tree, null);
    }

    @Override
    public @Nullable Void visitWhileLoop(WhileLoopTree tree, @Nullable Void none) {
        negate(tree.getCondition());
        return super.visitWhileLoop(tree, null);
    }

    @Override
    public @Nullable Void visitConditionalExpression(ConditionalExpressionTree tree, @Nullable Void none) {
        negate(tree.getCondition());
        return super.visitConditionalExpression(tree, null);
    }

    @Override
    public @Nullable Void visitUnary(UnaryTree tree, @Nullable Void none) {
        if (tree.getKind() == Tree.Kind.LOGICAL_COMPLEMENT || tree.getKind() == Tree.Kind.UNARY_MINUS) {
            change("sign left out", tree, words(tree.getExpression()));
        }
        return super.visitUnary(tree, null);
    }

    @Override
    public @Nullable Void visitBinary(BinaryTree tree, @Nullable Void none) {
        String other = OTHER_OPERATORS.get(tree.getKind());
        boolean joinsTexts = tree.getKind() == Tree.Kind.PLUS && words(tree).contains("\"");
        if (other != null && !joinsTexts) {
            change(
                    "other operator",
                    tree,
                    words(tree.getLeftOperand()) + " " + other + " " + words(tree.getRightOperand()));
        }
        return super.visitBinary(tree, null);
    }

    @Override
    public @Nullable Void visitLiteral(LiteralTree tree, @Nullable Void none) {
        if (tree.getValue() instanceof Boolean value) {
            change("other constant", tree, String.valueOf(!value));
        } else if (tree.getValue() instanceof Integer || tree.getValue() instanceof Long) {
            String number = words(tree);
            change("other constant", tree, number.equals("1") ? "2" : "(" + number + " + 1)");
        }
        return null;
    }

    @Override
    public @Nullable Void visitExpressionStatement(ExpressionStatementTree tree, @Nullable Void none) {
        if (tree.getExpression() instanceof MethodInvocationTree) {
            change("call left out", tree, ";");
        }
        return super.visitExpressionStatement(tree, null);
    }

    @Override
    public @Nullable Void visitMethodInvocation(MethodInvocationTree tree, @Nullable Void none) {
        if (tree.getMethodSelect() instanceof MemberSelectTree called) {
            String name = called.getIdentifier().toString();
            int nameEnd = end(called);
            String other = OTHER_CALLS.get(name);
            if (other != null) {
                change("other call", nameEnd - name.length(), nameEnd, other);
            }
            if (LEFT_OUT.contains(name)) {
                change("call left out", tree, words(called.getExpression()));
            }
        }
        List<? extends ExpressionTree> arguments = tree.getArguments();
        for (int i = 0; i + 1 < arguments.size(); i++) {
            String first = words(arguments.get(i));
            String second = words(arguments.get(i + 1));
            // Lambdas and texts for people are seldom of one type with what stands beside them.
            if (!first.contains("\"") && !second.contains("\"") && !first.contains("->") && !second.contains("->")) {
                change("swapped arguments", start(arguments.get(i)), end(arguments.get(i + 1)), second + ", " + first);
            }
        }
        return super.visitMethodInvocation(tree, null);
    }
}
