/** A picture on its way to the shop: made smaller here, then put to the address that was signed for it. */

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

/** What the chooser of files offers. An iPhone makes the first of its HEIC pictures: of PNG they would be too large. */
export const pictureTypes = 'image/jpeg,image/png,.jpg,.jpeg,.png';

/**
 * Papers are read at this size, and the photograph of a phone has less than a megabyte then: the server
 * waits 20 seconds for a request, which a slow network needs. A face is shown small.
 */
const paperEdge = 2_200;
const faceEdge = 1_024;
/** What is small already goes as it is. */
const smallBytes = 512 * 1024;
const previewEdge = 640;
const patienceMs = 120_000;

/** Whether a file calls itself a picture; what counts in the end is what the server finds in it. */
export const isPicture = ({ type, name }: File): boolean =>
  type.startsWith('image') || /\.hei[cf]$/i.test(name);

interface Drawn {
  /** What is sent. */
  readonly file: Blob;
  /** What is shown; empty when this browser can not draw it. */
  readonly preview: string;
}

function scaled(bitmap: ImageBitmap, edge: number): HTMLCanvasElement {
  const scale = Math.min(1, edge / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const pen = canvas.getContext('2d');
  if (pen) {
    // A JPEG knows no transparency, and would show it black.
    pen.fillStyle = 'white';
    pen.fillRect(0, 0, canvas.width, canvas.height);
    pen.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  }
  return canvas;
}

const jpegOf = (canvas: HTMLCanvasElement): Promise<Blob | null> =>
  new Promise((done) => canvas.toBlob(done, 'image/jpeg', 0.82));

/** Draws a chosen file: for the eye, and small enough for a slow network. Throws what to do about HEIC where it can not. */
export async function drawn(kind: UploadKind, file: Blob): Promise<Drawn> {
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
    // No picture after all, or more than this device can hold: the server has the last word.
    return { file, preview: '' };
  }
}

/** Asks where a picture is to be put. */
function sign(kind: UploadKind, file: Blob, signal: AbortSignal) {
  const body = {
    sFileName: file instanceof File ? file.name.slice(-200) || 'picture' : 'picture.jpg',
    // Another type is refused, in the server's words.
    sContentType: file.type as 'image/jpeg',
  };
  return sendForData(`POST /signedurl/${kind}`, { body, signal });
}

function envelopeOf(words: string): object {
  try {
    const value: unknown = JSON.parse(words);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {}; // Not JSON: a store's own words, or some proxy's page.
  }
}

interface Way {
  readonly signal: AbortSignal;
  /** Told from 0 to 1 how much is on its way. */
  readonly onProgress: (part: number) => void;
}

/** Not `fetch`, which can not tell how much was sent. */
function put(address: string, file: Blob, { signal, onProgress }: Way): Promise<void> {
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

/** Sends a picture; answers its path. Throws an `ApiError`, or the signal's reason. */
export async function uploadPicture(kind: UploadKind, file: Blob, way: Way): Promise<string> {
  if (file.size > maxUploadBytes)
    throw new ApiError(413, text('error.uploadTooLarge', { megabytes: maxUploadBytes / 2 ** 20 }));
  const { sUrl, sPath } = await sign(kind, file, way.signal);
  way.signal.throwIfAborted();
  await put(sUrl, file, way);
  return sPath;
}

/** Tells the server that a picture is not wanted any more; what is not told is swept within a day. */
export async function dropPicture(kind: UploadKind, sFileName: string): Promise<void> {
  const sending = { body: { sFileName } };
  try {
    if (kind === 'kycDocs') await send('POST /cleanup/kycDocs', sending);
    if (kind === 'sellimages') await send('POST /cleanup/sellimages', sending);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}
