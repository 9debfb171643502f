/** Pictures are drawn anew: what is kept is what was seen, and nothing that was hidden beside it. */
import type { UploadKind } from '@giftlane/contract/members/upload-limits.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { loadSharp } from '../../platform/render/sharp.ts';
import { isPublic, type PictureType } from './rules.ts';
import { countScans } from './scans.ts';

const mostPixels = 40_000_000;
const patienceSeconds = 15;
/** Cameras and editors write ten or so. */
const mostScans = 50;

/** Edges of what is kept: a face beside a name, and a paper that can still be read. */
const faceEdge = 512;
const paperEdge = 3_000;

/** The end of the name of what is kept. */
export const extensionOf = (kind: UploadKind): string => (isPublic(kind) ? 'webp' : 'jpg');

/** What the library says of a picture that has too many pixels. */
const tooManyPixels = /pixel limit/i;

/** What is known of what can not be read, as a refusal. */
function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof Error && tooManyPixels.test(error.message))
    return new Refusal('upload.too_many_pixels', { megapixels: mostPixels / 1_000_000 });
  return new Refusal('upload.format');
}

const reading = { limitInputPixels: mostPixels, failOn: 'error' } as const;

/**
 * How many pixels a picture has, by its head alone. Refuses `upload.format` and `upload.too_many_pixels`:
 * whatever else the file could be taken for, it is only read as what it begins as.
 */
export async function measure(bytes: Buffer, type: PictureType): Promise<number> {
  if (type === 'jpeg' && countScans(bytes, mostScans) > mostScans)
    throw new Refusal('upload.format');
  const sharp = await loadSharp();
  try {
    const { format, width, height } = await sharp(bytes, reading).metadata();
    if (format !== type) throw new Refusal('upload.format');
    return width * height;
  } catch (error) {
    throw refusalOf(error);
  }
}

/**
 * Draws a picture anew that was measured, upright, without metadata, as large as its kind needs. Refuses
 * `upload.format`.
 */
export async function redraw(bytes: Buffer, kind: UploadKind): Promise<Buffer> {
  const sharp = await loadSharp();
  try {
    const upright = sharp(bytes, reading).timeout({ seconds: patienceSeconds }).autoOrient();
    return await (isPublic(kind)
      ? upright
          .resize(faceEdge, faceEdge, { fit: 'cover' })
          .flatten({ background: 'white' })
          .toColourspace('srgb')
          .webp({ quality: 84 })
      : upright
          .resize(paperEdge, paperEdge, { fit: 'inside', withoutEnlargement: true })
          .flatten({ background: 'white' })
          .toColourspace('srgb')
          .jpeg({ quality: 86 })
    ).toBuffer();
  } catch (error) {
    throw refusalOf(error);
  }
}
