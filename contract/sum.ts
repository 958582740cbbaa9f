/** The sum of the numbers; 0 if there are none. */
export const sum = (numbers: Iterable<number>): number => [...numbers].reduce((total, number) => total + number, 0)
