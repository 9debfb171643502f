/** Addresses of stored pictures on the office's own origin. */
const tiled = /^[0-9a-f]{2}\/[0-9a-f]{40}\.(?:svg|png|jpe?g|webp|avif)$/;

export const mediaAddress = (path: string): string => `/media/${path}`;

/** The small picture, where there is one. */
export const tileAddress = (path: string): string =>
  tiled.test(path) ? `/tiles/${path}.webp` : mediaAddress(path);
