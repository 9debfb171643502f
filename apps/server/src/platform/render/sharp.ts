type MakeSharp = typeof import('sharp')['default'];

let loaded: Promise<MakeSharp> | undefined;

/** Draws pictures. Loaded when the first one is to be drawn: most processes never draw any. */
export function loadSharp(): Promise<MakeSharp> {
  loaded ??= import('sharp').then(({ default: sharp }) => {
    // Each picture is made once: nothing of it is needed again, and requests come first.
    sharp.cache(false);
    sharp.concurrency(1);
    return sharp;
  });
  return loaded;
}
