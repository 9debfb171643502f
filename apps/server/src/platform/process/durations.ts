/** Durations in milliseconds, so that no number of milliseconds is ever written by hand. */
export const seconds = (n: number): number => n * 1_000;
export const minutes = (n: number): number => seconds(n * 60);
export const hours = (n: number): number => minutes(n * 60);
export const days = (n: number): number => hours(n * 24);
