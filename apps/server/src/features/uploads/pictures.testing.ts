/** Pictures as members upload them, for tests. */
import { randomBytes } from 'node:crypto';
import type { UploadKind } from '@giftlane/contract/members/upload-limits.ts';
import { loadSharp } from '../../platform/render/sharp.ts';
import type { TestShop } from '../../testing/start-shop.ts';

interface Wish {
  readonly format?: 'png' | 'jpeg';
  readonly width?: number;
  readonly height?: number;
}

/** A random picture with metadata as a camera writes it. */
export async function makePicture({ format = 'jpeg', width = 60, height = 40 }: Wish = {}) {
  const sharp = await loadSharp();
  const raw = { width, height, channels: 3 as const };
  const picture = sharp(randomBytes(width * height * 3), { raw }).withExif({
    IFD0: { Copyright: 'Anna Archer', Make: 'Camera of Anna' },
    IFD3: { GPSLatitude: '52/1 31/1 0/1', GPSLatitudeRef: 'N' },
  });
  return format === 'png' ? picture.png().toBuffer() : picture.jpeg().toBuffer();
}

/** A square of repeating noise lines: small to send, large when re-encoded. */
export async function makeStripes(edge: number): Promise<Buffer> {
  const sharp = await loadSharp();
  const lines = randomBytes(3 * edge * 3);
  const raw = Buffer.alloc(edge * edge * 3, lines);
  const size = { width: edge, height: edge, channels: 3 as const };
  return sharp(raw, { raw: size }).png({ compressionLevel: 9 }).toBuffer();
}

export interface Signed {
  readonly sUrl: string;
  readonly sPath: string;
}

/** Requests a signed address. */
export async function signed(
  shop: Pick<TestShop, 'raw'>,
  token: string,
  kind: UploadKind,
): Promise<Signed> {
  const body = { sFileName: 'picture.jpg', sContentType: 'image/jpeg' };
  const reply = await shop.raw('POST', `/signedurl/${kind}`, { token, body });
  if (reply.status !== 200) throw new Error(`not signed: ${reply.body.message}`);
  return reply.body.data as Signed;
}

/** Puts bytes to an address; answers the envelope. */
export async function put(sUrl: string, bytes: Uint8Array, headers: Record<string, string> = {}) {
  const response = await fetch(sUrl, { method: 'PUT', body: Buffer.from(bytes), headers });
  const body = (await response.json()) as { status: number; message: string; code?: string };
  return { status: response.status, body, headers: response.headers };
}

/** Uploads a picture, by default a random one, that nothing uses yet; answers its path. */
export async function uploaded(
  shop: Pick<TestShop, 'raw'>,
  token: string,
  kind: UploadKind,
  picture?: Buffer,
): Promise<string> {
  const { sUrl, sPath } = await signed(shop, token, kind);
  const { status, body } = await put(sUrl, picture ?? (await makePicture()));
  if (status !== 200) throw new Error(`not put: ${body.message}`);
  return sPath;
}

/** Offset at which the entropy-coded data of a scan ends; the scan begins at `at`. */
function endOfScan(jpeg: Buffer, at: number): number {
  let end = at + 2 + jpeg.readUInt16BE(at + 2);
  while (jpeg[end] !== 0xff || jpeg[end + 1] === 0) end += 1;
  return end;
}

interface Telling {
  /** The edge of the picture, in pixels. */
  readonly edge?: number;
  /** Puts the repeated scans behind bytes that a marker parser skips as a long segment and the library does not. */
  readonly hidden?: boolean;
}

/** A DRI segment: this many units between two restarts, 0 for no restarts. */
const restartsAfter = (units: number) =>
  Buffer.from([0xff, 0xdd, 0, 4, Math.floor(units / 256), units % 256]);

/**
 * A marker code without a segment, and bytes that look like its length. The library skips it while it looks for
 * a restart.
 */
const noSegment = Buffer.from('ff02ffff', 'hex');

/** A grey JPEG that repeats a scan `times` times: small to send, slow to decode. */
export async function scannedAgain(
  times: number,
  { edge = 2_000, hidden = false }: Telling = {},
): Promise<Buffer> {
  const sharp = await loadSharp();
  const create = { width: edge, height: edge, channels: 3 as const, background: '#888' };
  const grey = await sharp({ create })
    .toColourspace('b-w')
    .jpeg({ progressive: true, optimiseScans: false })
    .toBuffer();
  const begins: number[] = [];
  for (let at = grey.indexOf('ffda', 0, 'hex'); at >= 0; at = grey.indexOf('ffda', at + 2, 'hex'))
    begins.push(at);
  const [first = 0, second = 0, third = 0] = begins;
  // The last byte of a scan header is the bit position: no scan leaves bits for refinement.
  for (const at of [first, second, third]) grey[at + 9] = 0;
  const again = grey.subarray(third, endOfScan(grey, third));
  // Few missing restarts: the library gives up after many warnings.
  const curtain = [restartsAfter(60_000), again, noSegment, restartsAfter(0)];
  return Buffer.concat([
    grey.subarray(0, third),
    ...(hidden ? curtain : []),
    ...Array.from({ length: times }, () => again),
    Buffer.from([0xff, 0xd9]),
  ]);
}
