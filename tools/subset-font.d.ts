/** The package has no types; only the options in use are declared. */
declare module 'subset-font' {
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    options: {
      readonly targetFormat: 'woff2';
      readonly variationAxes: Readonly<Record<string, { min: number; max: number }>>;
      readonly keepFeatures: readonly string[];
    },
  ): Promise<Uint8Array>;
}
