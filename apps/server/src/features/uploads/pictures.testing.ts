/** Pictures as members have them, and the way they take. */
import { randomBytes } from 'node:crypto';
import type { UploadKind } from '@giftlane/contract/upload-limits.ts';
import { loadSharp } from '../../platform/sharp.ts';
import type { TestShop } from '../../testing/start-shop.ts';

interface Wish {
  readonly format?: 'png' | 'jpeg';
  readonly width?: number;
  readonly height?: number;
}

/** A picture nobody else has, with everything hidden in it that a camera writes. */
export async function makePicture({ format = 'jpeg', width = 60, height = 40 }: Wish = {}) {
  const sharp = await loadSharp();
  const raw = { width, height, channels: 3 as const };
  const picture = sharp(randomBytes(width * height * 3), { raw }).withExif({
    IFD0: { Copyright: 'Anna Archer', Make: 'Camera of Anna' },
    IFD3: { GPSLatitude: '52/1 31/1 0/1', GPSLatitudeRef: 'N' },
  });
  return format === 'png' ? picture.png().toBuffer() : picture.jpeg().toBuffer();
}

export interface Signed {
  readonly sUrl: string;
  readonly sPath: string;
}

/** Has an address signed. */
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

/** A picture that waits to be used; answers its path. */
export async function uploaded(
  shop: Pick<TestShop, 'raw'>,
  token: string,
  kind: UploadKind,
): Promise<string> {
  const { sUrl, sPath } = await signed(shop, token, kind);
  const { status, body } = await put(sUrl, await makePicture());
  if (status !== 200) throw new Error(`not put: ${body.message}`);
  return sPath;
}
