/** Pictures are re-encoded: the stored file contains the visible pixels and no metadata or appended data. */
import type { UploadKind } from '@giftlane/contract/members/upload-limits.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { loadSharp } from '../../platform/render/sharp.ts';
import { isPublic, type PictureType } from './rules.ts';
import { countScans } from './scans.ts';

const mostPixels = 40_000_000;
const patienceSeconds = 15;
/** Cameras and editors write about ten scans. */
const mostScans = 50;

/** Edges of stored pictures in pixels: profile pictures, and documents that must stay readable. */
const profileEdgePx = 512;
const documentEdgePx = 3_000;

/** File name extension of stored pictures. */
export const extensionOf = (kind: UploadKind): string => (isPublic(kind) ? 'webp' : 'jpg');

/** The library's error for a picture with too many pixels. */
const tooManyPixels = /pixel limit/i;

/** The refusal for a picture the library could not read. */
function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof Error && tooManyPixels.test(error.message))
    return new Refusal('upload.too_many_pixels', { megapixels: mostPixels / 1_000_000 });
  return new Refusal('upload.format');
}

/** Edges of a brand's pictures. */
const artPx = { art: [1_280, 807], logo: [256, 256] } as const;

const reading = { limitInputPixels: mostPixels, failOn: 'error' } as const;

/**
 * Number of pixels, without decoding them. Refuses `upload.too_many_pixels`, and `upload.format` also for a
 * JPEG with too many scans and when the library detects another type than `type`.
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

/** Re-encodes a measured picture: upright, without metadata, at the size its kind needs. Refuses `upload.format`. */
export async function redraw(bytes: Buffer, kind: UploadKind): Promise<Buffer> {
  const sharp = await loadSharp();
  try {
    const upright = sharp(bytes, reading).timeout({ seconds: patienceSeconds }).autoOrient();
    return await (isPublic(kind)
      ? upright
          .resize(profileEdgePx, profileEdgePx, { fit: 'cover' })
          .flatten({ background: 'white' })
          .toColourspace('srgb')
          .webp({ quality: 84 })
      : upright
          .resize(documentEdgePx, documentEdgePx, { fit: 'inside', withoutEnlargement: true })
          .flatten({ background: 'white' })
          .toColourspace('srgb')
          .jpeg({ quality: 86 })
    ).toBuffer();
  } catch (error) {
    throw refusalOf(error);
  }
}

/** Draws a brand's picture anew: art fills its card, a logo keeps its shape and what is transparent. */
export async function redrawArt(bytes: Buffer, kind: keyof typeof artPx): Promise<Buffer> {
  const sharp = await loadSharp();
  const [width, height] = artPx[kind];
  try {
    return await sharp(bytes, reading)
      .timeout({ seconds: patienceSeconds })
      .autoOrient()
      .resize(width, height, {
        fit: kind === 'art' ? 'cover' : 'contain',
        background: { r: 0, g: 0, b: 0, alpha: 0 },
      })
      .toColourspace('srgb')
      .webp({ quality: 84 })
      .toBuffer();
  } catch (error) {
    throw refusalOf(error);
  }
}
