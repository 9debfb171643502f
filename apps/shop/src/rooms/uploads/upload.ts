/** Uploads of pictures: scaled down here, then put to a signed address. */

import { send, sendForData } from '@giftlane/client/api.ts';
import { ApiError, refused, Unreachable } from '@giftlane/client/api-error.ts';
import {
  headBytes,
  isHeic,
  maxUploadBytes,
  type UploadKind,
} from '@giftlane/contract/members/upload-limits.ts';
import { text } from '@giftlane/texts/text.ts';

export type { UploadKind };

/** The `accept` of file inputs. An iPhone converts HEIC to the first type; PNG would be too large. */
export const pictureTypes = 'image/jpeg,image/png,.jpg,.jpeg,.png';

/**
 * The longest edge in pixels of a paper: readable, and less than a megabyte, which a slow network sends within the
 * server's 20 seconds.
 */
const paperEdge = 2_200;
const faceEdge = 1_024;
/** Smaller files are sent as they are. */
const smallBytes = 512 * 1024;
const previewEdge = 640;
const patienceMs = 120_000;

/** Whether a file is a picture by its type or name; the server looks into it. */
export const isPicture = ({ type, name }: File): boolean =>
  type.startsWith('image') || /\.hei[cf]$/i.test(name);

interface ScaledPicture {
  readonly file: Blob;
  /** A data URL; empty when this browser can not draw it. */
  readonly preview: string;
}

function scaled(bitmap: ImageBitmap, edge: number): HTMLCanvasElement {
  const scale = Math.min(1, edge / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const pen = canvas.getContext('2d');
  if (pen) {
    // JPEG has no transparency: it would become black.
    pen.fillStyle = 'white';
    pen.fillRect(0, 0, canvas.width, canvas.height);
    pen.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  }
  return canvas;
}

const jpegOf = (canvas: HTMLCanvasElement): Promise<Blob | null> =>
  new Promise((done) => canvas.toBlob(done, 'image/jpeg', 0.82));

/** Scales a picture down and makes a preview. Throws advice for HEIC that this browser can not draw. */
export async function scalePicture(kind: UploadKind, file: Blob): Promise<ScaledPicture> {
  const heic = isHeic(new Uint8Array(await file.slice(0, headBytes).arrayBuffer()));
  if (!heic && !['image/png', 'image/jpeg'].includes(file.type)) return { file, preview: '' };
  try {
    const bitmap = await createImageBitmap(file);
    const preview = scaled(bitmap, previewEdge).toDataURL('image/jpeg', 0.8);
    const edge = kind === 'profilepictures' ? faceEdge : paperEdge;
    const smaller = heic || file.size > smallBytes ? await jpegOf(scaled(bitmap, edge)) : null;
    bitmap.close();
    return { file: smaller && (heic || smaller.size < file.size) ? smaller : file, preview };
  } catch {
    if (heic) throw new ApiError(400, text('error.uploadHeic'));
    // No picture, or too large for this device: the server decides.
    return { file, preview: '' };
  }
}

/** Requests a signed address for a picture. */
function sign(kind: UploadKind, file: Blob, signal: AbortSignal) {
  const body = {
    sFileName: file instanceof File ? file.name.slice(-200) || 'picture' : 'picture.jpg',
    // The server refuses any other type.
    sContentType: file.type as 'image/jpeg',
  };
  return sendForData(`POST /signedurl/${kind}`, { body, signal });
}

function envelopeOf(words: string): object {
  try {
    const value: unknown = JSON.parse(words);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {}; // The page of an object store or a proxy.
  }
}

interface Transfer {
  readonly signal: AbortSignal;
  /** Called with the sent part, from 0 to 1. */
  readonly onProgress: (part: number) => void;
}

/** By `XMLHttpRequest`, as `fetch` reports no upload progress. */
function put(address: string, file: Blob, { signal, onProgress }: Transfer): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const request = new XMLHttpRequest();
  request.open('PUT', address);
  request.timeout = patienceMs;
  request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
  request.onload = () =>
    request.status < 300
      ? resolve()
      : reject(refused(request.status, envelopeOf(request.responseText)));
  request.onerror = () => reject(new Unreachable());
  request.ontimeout = () => reject(new Unreachable());
  request.onabort = () => reject(signal.reason);
  signal.addEventListener('abort', () => request.abort(), { once: true });
  request.send(file);
  return promise;
}

/** Uploads a picture and returns its path. Throws an `ApiError`, or the signal's reason. */
export async function uploadPicture(
  kind: UploadKind,
  file: Blob,
  transfer: Transfer,
): Promise<string> {
  if (file.size > maxUploadBytes)
    throw new ApiError(413, text('error.uploadTooLarge', { megabytes: maxUploadBytes / 2 ** 20 }));
  const { sUrl, sPath } = await sign(kind, file, transfer.signal);
  transfer.signal.throwIfAborted();
  await put(sUrl, file, transfer);
  return sPath;
}

/** Deletes an unused picture; the server deletes others within a day. */
export async function dropPicture(kind: UploadKind, sFileName: string): Promise<void> {
  const sending = { body: { sFileName } };
  try {
    if (kind === 'kycDocs') await send('POST /cleanup/kycDocs', sending);
    if (kind === 'sellimages') await send('POST /cleanup/sellimages', sending);
    if (kind === 'claimpictures') await send('POST /cleanup/claimpictures', sending);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}
