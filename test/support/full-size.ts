/**
 * The longest that one test may take whose size can be chosen: at full size it takes hours on a busy machine. Give it to
 * each of them, since what a test says itself goes before what Jest was told.
 */
export const FULL_SIZE_MILLIS = 4 * 3_600_000;
