package io.tacit.privacy.mechanism;

/** The value that would stand at a place if all were sorted. Only the part that holds the place is looked at further. */
final class OrderStatistic {
    private OrderStatistic() {}

    /**
     * The value at a place of the sorted values.
     *
     * @param values in any order, none of them NaN; their order changes
     * @param place at least 0 and less than their number
     */
    static double of(double[] values, int place) {
        int first = 0;
        int last = values.length - 1;
        while (first < last) {
            double pivot = values[first + (last - first) / 2];
            int left = first;
            int right = last;
            while (left <= right) {
                while (values[left] < pivot) {
                    left++;
                }
                while (values[right] > pivot) {
                    right--;
                }
                if (left <= right) {
                    double swapped = values[left];
                    values[left++] = values[right];
                    values[right--] = swapped;
                }
            }
            // Between right and left stands the pivot alone, if anything does.
            if (place <= right) {
                last = right;
            } else if (place >= left) {
                first = left;
            } else {
                return values[place];
            }
        }
        return values[place];
    }
}
