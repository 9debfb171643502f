export const seconds = (n: number): number => n * 1_000;
export const minutes = (n: number): number => seconds(n * 60);
