/** What server and browser both know of uploads, without the schemas. */

/** What pictures are for. */
export type UploadKind = 'profilepictures' | 'kycDocs' | 'sellimages';

/** The largest picture that is taken (decision 58). */
export const maxUploadBytes = 8 * 1024 * 1024;
