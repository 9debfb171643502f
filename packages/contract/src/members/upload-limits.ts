/** What server and browser both know of uploads, without the schemas. */

/** What pictures are for. */
export type UploadKind = 'profilepictures' | 'kycDocs' | 'sellimages' | 'claimpictures';

/** Bytes needed to tell a file's type. */
export const headBytes = 12;

/** Whether a file begins as HEIC, in which phones keep their pictures, and which few programs can read. */
export const isHeic = (head: Uint8Array): boolean =>
  /^ftyp(?:hei[cmsx]|hev[cmsx]|mif1|msf1)$/.test(
    String.fromCharCode(...head.subarray(4, headBytes)),
  );

/** The largest picture that is taken (OPEN-58). */
export const maxUploadBytes = 8 * 1024 * 1024;
