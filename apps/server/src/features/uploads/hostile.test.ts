/** What nobody in their right mind uploads (trust programme, J). */
import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import v8 from 'node:v8';
import vm from 'node:vm';
import { crc32, deflateSync } from 'node:zlib';
import { maxUploadBytes } from '@giftlane/contract/members/upload-limits.ts';
import { expect, test } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { hours, minutes, seconds } from '../../platform/process/durations.ts';
import { loadSharp } from '../../platform/render/sharp.ts';
import { makeMember } from '../../testing/builders.ts';
import { longTest } from '../../testing/long.ts';
import { startShop, type TestShop } from '../../testing/start-shop.ts';
import {
  makePicture,
  makeStripes,
  put,
  scannedAgain,
  signed,
  uploaded,
} from './pictures.testing.ts';
import { openViews } from './uploads.ts';

async function shopWithAnna(env: Record<string, string> = {}) {
  const shop = await startShop({ working: false, env });
  return { shop, anna: await makeMember(shop) };
}

const filesOf = async (shop: TestShop) =>
  (await readdir(shop.config.dataDir, { recursive: true, withFileTypes: true }).catch(() => []))
    .filter((one) => one.isFile() && one.name !== 'shop.txt')
    .map(({ name }) => name);

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}

const pngHead = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** A PNG of one colour: small to send, large to hold. */
function widePng(width: number, height: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = 8;
  const pixels = deflateSync(Buffer.alloc((width + 1) * height), { level: 9 });
  const parts = [chunk('IHDR', head), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([pngHead, ...parts]);
}

const script =
  '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>';
const eicar = `X5O!P%@AP[4\\PZX54(P^)7CC)7}$${'EICAR-STANDARD-ANTIVIRUS-TEST-FILE'}!$H+H*`;
const gif = Buffer.from('R0lGODlhAQABAIAAAP///wAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64');

test('58 the content decides: what is no PNG or JPEG is refused whatever it is called, and nothing is kept', async () => {
  const { shop, anna } = await shopWithAnna();
  const sharp = await loadSharp();
  const picture = await makePicture();
  const webp = await sharp(picture).webp().toBuffer();
  const cases: Record<string, Buffer> = {
    SVG: Buffer.from(script),
    'SVG behind a byte order mark': Buffer.from(`\ufeff${script}`),
    'SVG behind a PNG head': Buffer.concat([pngHead, Buffer.from(script)]),
    'SVG behind a JPEG head': Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from(script)]),
    GIF: gif,
    WebP: webp,
    EICAR: Buffer.from(eicar),
    HTML: Buffer.from('<!doctype html><script>alert(1)</script>'),
    PDF: Buffer.from('%PDF-1.7\n'),
    nothing: Buffer.alloc(0),
    'one byte': Buffer.from([0xff]),
    'a PNG cut short': (await makePicture({ format: 'png' })).subarray(0, 60),
    'half a JPEG': picture.subarray(0, Math.floor(picture.length / 3)),
    'a PNG inside of a form': Buffer.concat([
      Buffer.from('--x\r\nContent-Disposition: form-data; name="f"\r\n\r\n'),
      picture,
    ]),
  };
  for (const [name, bytes] of Object.entries(cases)) {
    const { sUrl } = await signed(shop, anna.token, 'profilepictures');
    const { status, body } = await put(sUrl, bytes, { 'content-type': 'image/png' });
    expect([status, body.message], name).toEqual([400, 'File Format is not valid.']);
  }
  expect(await filesOf(shop)).toEqual([]);
});

test('58 a polyglot keeps only its picture', async () => {
  const { shop, anna } = await shopWithAnna();
  for (const format of ['png', 'jpeg'] as const) {
    const { sUrl, sPath } = await signed(shop, anna.token, 'profilepictures');
    const picture = await makePicture({ format });
    const polyglot = Buffer.concat([picture, Buffer.from(`<script>alert(1)</script>${eicar}`)]);
    // The wrong type is declared: the content decides.
    expect((await put(sUrl, polyglot, { 'content-type': 'application/json' })).status).toBe(200);
    const shown = await fetch(`${shop.url}/media/${sPath}`);
    const kept = Buffer.from(await shown.arrayBuffer());
    for (const text of ['script', 'EICAR', 'Anna']) expect(kept.includes(text)).toBe(false);
    expect(shown.headers.get('x-content-type-options')).toBe('nosniff');
  }
});

/** The processor time this process has spent since: a busy machine does not add to it. */
function spentMs(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1_000;
}

longTest('58 a small file of a huge picture is refused before it is drawn', async () => {
  const { shop, anna } = await shopWithAnna();
  const bomb = widePng(9_000, 9_000);
  expect(bomb.length).toBeLessThan(1024 * 1024);
  const { sUrl } = await signed(shop, anna.token, 'kycDocs');
  const before = process.cpuUsage();
  const { status, body } = await put(sUrl, bomb);
  expect([status, body.code]).toEqual([400, 'upload.too_many_pixels']);
  expect(body.message).toContain('40 million');
  expect(spentMs(before)).toBeLessThan(1_000);
  const { sUrl: other } = await signed(shop, anna.token, 'kycDocs');
  expect((await put(other, widePng(60_000, 600))).status).toBe(200);
});

longTest(
  '58 a picture that is told over and over, openly or not, is refused before it is read',
  async () => {
    const { shop, anna } = await shopWithAnna();
    for (const bomb of [
      await scannedAgain(20_000),
      await scannedAgain(1_000, { edge: 6_000, hidden: true }),
    ]) {
      expect(bomb.length).toBeLessThan(2 * 1024 * 1024);
      const { sUrl } = await signed(shop, anna.token, 'sellimages');
      const before = process.cpuUsage();
      const { status, body } = await put(sUrl, bomb);
      expect([status, body.code]).toEqual([400, 'upload.format']);
      expect(spentMs(before)).toBeLessThan(1_000);
    }
    // What cameras and editors write has ten or so.
    const { sUrl } = await signed(shop, anna.token, 'sellimages');
    expect((await put(sUrl, await scannedAgain(20))).status).toBe(200);
  },
);

test('58 more than 8 MB is refused, said or unsaid, before it is all there', async () => {
  const { shop, anna } = await shopWithAnna();
  const { sUrl } = await signed(shop, anna.token, 'sellimages');
  const said = await put(sUrl, Buffer.alloc(maxUploadBytes + 1, 0xff));
  expect([said.status, said.body.code]).toEqual([413, 'upload.too_large']);

  const url = new URL(sUrl);
  const unsaid = await new Promise<number | undefined>((resolve, reject) => {
    const sending = request(url, { method: 'PUT' }, (reply) => {
      reply.resume();
      resolve(reply.statusCode);
      sending.destroy();
    });
    sending.on('error', reject);
    const piece = Buffer.alloc(256 * 1024, 0x20);
    piece.set([0xff, 0xd8, 0xff]);
    let sent = 0;
    const more = () => {
      if (sending.destroyed || sent > 4 * maxUploadBytes) return;
      sent += piece.length;
      sending.write(piece, more);
    };
    more();
  });
  expect(unsaid).toBe(413);
  expect(await filesOf(shop)).toEqual([]);
  // The address still works for a picture that fits.
  expect((await put(sUrl, await makePicture())).status).toBe(200);
});

test('a wrong declared type is refused at signing', async () => {
  const { shop, anna } = await shopWithAnna();
  for (const sContentType of ['image/gif', 'image/svg+xml', 'text/html', '', 'IMAGE/PNG\r\nX: y'])
    for (const kind of ['profilepictures', 'kycDocs', 'sellimages']) {
      const { status, body } = await shop.raw('POST', `/signedurl/${kind}`, {
        token: anna.token,
        body: { sFileName: 'picture.png', sContentType },
      });
      expect([status, body.message]).toEqual([400, 'File Format is not valid.']);
      expect(body.errors?.[0]?.field).toBe('sContentType');
    }
  for (const sContentType of ['image/png', 'image/jpeg', 'image/jpg']) {
    const body = { sFileName: '../../../etc/passwd', sContentType };
    const reply = await shop.raw('POST', '/signedurl/kycDocs', { token: anna.token, body });
    expect(reply.status).toBe(200);
    expect((reply.body.data as { sPath: string }).sPath).not.toContain('passwd');
  }
  const nul = { sFileName: 'a\0.png', sContentType: 'image/png' };
  const reply = await shop.raw('POST', '/signedurl/kycDocs', { token: anna.token, body: nul });
  expect(reply.status).toBe(400);
});

/** The status of a request line exactly as given; clients would tidy it. */
const statusOfLine = (shop: TestShop, target: string): Promise<number> => {
  const { hostname, port } = new URL(shop.url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () =>
      socket.write(
        `PUT ${target} HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nConnection: close\r\n\r\nhi`,
      ),
    );
    let said = '';
    socket.on('data', (data) => {
      said += data;
    });
    socket.on('end', () => resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(said)?.[1])));
    socket.on('error', reject);
  });
};

test('an address is good for its own picture alone, and only for ten minutes', async () => {
  const { shop, anna } = await shopWithAnna();
  const [mine, other] = [
    await signed(shop, anna.token, 'kycDocs'),
    await signed(shop, anna.token, 'kycDocs'),
  ];
  const picture = await makePicture();
  const { pathname, search } = new URL(mine.sUrl);
  const wrong = [
    mine.sUrl.replace(mine.sPath, other.sPath),
    mine.sUrl.replace('kycDocs/', 'profilepictures/'),
    `${shop.url}${pathname}`,
    `${shop.url}${pathname}?signature=`,
    `${shop.url}${pathname}?signature=a&signature=b`,
    `${mine.sUrl}a`,
  ];
  for (const sUrl of wrong) {
    const { status, body } = await put(sUrl, picture);
    expect([status, body.code], sUrl).toEqual([403, 'upload.bad_address']);
  }
  for (const path of [
    `/uploads/../${mine.sPath}`,
    `/uploads/..%2f..%2fetc%2fpasswd`,
    `/uploads/kycDocs/%00`,
    `/uploads/kycDocs/..%5c..%5cx.jpg`,
    '/uploads/',
    '/uploads/%',
  ]) {
    const status = await statusOfLine(shop, path + search);
    expect([403, 404], path).toContain(status);
  }
  expect(await filesOf(shop)).toEqual([]);
  await shop.moveClock(minutes(11));
  expect((await put(mine.sUrl, picture)).status).toBe(403);
  expect(await filesOf(shop)).toEqual([]);
});

test('an upload that breaks off leaves nothing, and its address works again', async () => {
  const { shop, anna } = await shopWithAnna();
  const { sUrl } = await signed(shop, anna.token, 'sellimages');
  const picture = await makePicture({ width: 300, height: 300 });
  for (let round = 0; round < 6; round += 1)
    await new Promise<void>((resolve) => {
      const sending = request(sUrl, {
        method: 'PUT',
        headers: { 'content-length': picture.length },
      });
      sending.on('error', () => resolve());
      sending.write(picture.subarray(0, 1_000), () => {
        sending.destroy();
        resolve();
      });
    });
  expect((await put(sUrl, picture)).status).toBe(200);
  expect(await filesOf(shop)).toHaveLength(1);
});

/** Sends the beginning of a picture of some length, and goes no further. */
function stall(sUrl: string, beginning: Buffer, length: number) {
  const sending = request(sUrl, { method: 'PUT', headers: { 'content-length': length } });
  sending.on('error', () => undefined);
  sending.write(beginning);
  return sending;
}

longTest('whoever hangs up while waiting for their turn keeps nobody from theirs', async () => {
  const { shop, anna } = await shopWithAnna();
  const picture = await makePicture();
  const addresses = [];
  for (let n = 0; n < 12; n += 1) addresses.push(await signed(shop, anna.token, 'sellimages'));
  // Four are read from at once; the others wait.
  const stalled = addresses.map(({ sUrl }) => stall(sUrl, picture.subarray(0, 100), 1_000));
  await sleep(300);
  for (const one of stalled.slice(4)) one.destroy();
  await sleep(100);
  for (const one of stalled) one.destroy();
  for (const { sUrl } of addresses) expect((await put(sUrl, picture)).status).toBe(200);
});

longTest(
  'a handful of members who send large pictures slowly keep nobody else from sending',
  async () => {
    const { shop, anna } = await shopWithAnna();
    // Three times four of them, and less is left of what a process reads at once than what Anna sends.
    const almost = Buffer.alloc(0.97 * maxUploadBytes, 0x20);
    almost.set([0xff, 0xd8, 0xff]);
    const large = await makePicture({ format: 'png', width: 1_300, height: 1_300 });
    expect(large.length).toBeGreaterThan(4 * 2 ** 20);
    const addresses: string[][] = [];
    for (let n = 0; n < 3; n += 1) {
      const { token } = await makeMember(shop);
      const own: string[] = [];
      for (let i = 0; i < 4; i += 1) own.push((await signed(shop, token, 'sellimages')).sUrl);
      addresses.push(own);
    }
    // Only now, and quickly: whoever is still read after 20 s is cut off.
    const slow: ReturnType<typeof request>[] = [];
    for (const own of addresses) {
      const statuses: (number | undefined)[] = [];
      const four = own.map((sUrl) => stall(sUrl, almost, maxUploadBytes));
      for (const one of four) one.on('response', ({ statusCode }) => statuses.push(statusCode));
      slow.push(...four);
      // Of each member one is read, and what does not fit beside it is refused.
      await expect.poll(() => statuses).toEqual([429, 429, 429]);
    }
    const { sUrl } = await signed(shop, anna.token, 'kycDocs');
    expect((await put(sUrl, large)).status).toBe(200);
    for (const one of slow) one.destroy();
  },
);

longTest(
  'many members who hold all that is read at once keep nobody else from sending',
  async () => {
    const { shop, anna } = await shopWithAnna();
    const piece = Buffer.alloc(7 * 2 ** 20, 0x20);
    piece.set([0xff, 0xd8, 0xff]);
    const large = await makePicture({ format: 'png', width: 1_300, height: 1_300 });
    const answers: (number | undefined)[] = [];
    const hold = async () => {
      const { token } = await makeMember(shop);
      const one = stall((await signed(shop, token, 'sellimages')).sUrl, piece, maxUploadBytes);
      one.on('response', ({ statusCode }) => answers.push(statusCode));
      return one;
    };
    const holding = await Promise.all(Array.from({ length: 14 }, hold));
    // All at once they do not fit: whoever holds the most makes room for the others.
    await expect.poll(() => answers).toContain(429);
    const { sUrl } = await signed(shop, anna.token, 'kycDocs');
    expect((await put(sUrl, large)).status).toBe(200);
    for (const one of holding) one.destroy();
  },
);

longTest(
  'nine members who send quickly at first and then hardly at all keep nobody from sending for more than half a minute',
  async () => {
    const { shop, anna } = await shopWithAnna();
    const piece = Buffer.alloc(0.97 * maxUploadBytes, 0x20);
    const slow: ReturnType<typeof request>[] = [];
    for (let n = 0; n < 9; n += 1) {
      const { token } = await makeMember(shop);
      for (const bytes of [piece, piece.subarray(0, 4 * 2 ** 20 - 600_000)]) {
        const { sUrl } = await signed(shop, token, 'sellimages');
        const one = stall(sUrl, Buffer.from([0xff, 0xd8, 0xff, 0, 0, 0, 0, 0]), maxUploadBytes);
        // Once it was looked at how far it had come.
        setTimeout(() => one.write(bytes), 3_000);
        slow.push(one);
      }
    }
    const dripping = setInterval(() => {
      for (const one of slow) if (!one.destroyed) one.write('x');
    }, 5_000);
    await sleep(45_000);
    const picture = await makePicture({ format: 'png', width: 1_300, height: 1_300 });
    const { sUrl } = await signed(shop, anna.token, 'kycDocs');
    const { status } = await put(sUrl, picture);
    clearInterval(dripping);
    for (const one of slow) one.destroy();
    expect(status).toBe(200);
  },
);

test('of what is refused nothing is kept, however long its sender goes on', async () => {
  v8.setFlagsFromString('--expose_gc');
  const collect: () => void = vm.runInNewContext('gc');
  const { shop } = await shopWithAnna();
  const tooMuch = Buffer.alloc(maxUploadBytes + 1, 0x20);
  tooMuch.set([0xff, 0xd8, 0xff]);
  const held = () => {
    collect();
    return process.memoryUsage().arrayBuffers;
  };
  const before = held();
  const sending: ReturnType<typeof request>[] = [];
  for (let n = 0; n < 6; n += 1) {
    const { token } = await makeMember(shop);
    const one = request((await signed(shop, token, 'sellimages')).sUrl, { method: 'PUT' });
    one.on('error', () => undefined);
    const status = new Promise((resolve) => {
      one.on('response', (reply) => resolve(reply.statusCode));
    });
    one.write(tooMuch);
    sending.push(one);
    expect(await status).toBe(413);
  }
  await expect.poll(() => held() - before).toBeLessThan(2 * maxUploadBytes);
  for (const one of sending) one.destroy();
});

test('a member signs so often and sends so much in an hour, and has so many unused pictures', async () => {
  const { shop, anna } = await shopWithAnna();
  const set = (name: string, value: string) =>
    shop.db.run(sql`update site_options set value = ${value} where name = ${name}`);
  await set('throttle_upload_member', '6');
  await set('throttle_upload_megabytes', '1');
  await set('max_unused_uploads_per_member', '3');
  const sign = () =>
    shop.raw('POST', '/signedurl/kycDocs', {
      token: anna.token,
      body: { sFileName: 'a.png', sContentType: 'image/png' },
    });
  const heavy = await makePicture({ format: 'png', width: 500, height: 500 });
  const addresses = [await sign(), await sign(), await sign()].map(
    ({ body }) => (body.data as { sUrl: string }).sUrl,
  );
  expect((await put(addresses[0] ?? '', heavy)).status).toBe(200);
  const tooMuch = await put(addresses[1] ?? '', heavy);
  expect([tooMuch.status, tooMuch.body.code]).toEqual([429, 'request.throttled']);
  expect(tooMuch.headers.get('retry-after')).toMatch(/^\d+$/);
  expect((await sign()).body.code).toBe('upload.too_many');
  await set('max_unused_uploads_per_member', '100');
  await expect.poll(async () => (await sign()).body.code).toBe('request.throttled');
  // Others are not kept from it.
  const bert = await makeMember(shop);
  expect((await signed(shop, bert.token, 'kycDocs')).sPath).toContain('kycDocs/');
});

test('members of one network have so much kept of them in a day, however small it was sent', async () => {
  const shop = await startShop({ working: false });
  await shop.db.run(
    sql`update site_options set value = '1' where name = 'throttle_upload_megabytes'`,
  );
  const stripes = await makeStripes(1_000);
  expect(stripes.length).toBeLessThan(60_000);
  const putFrom = async (network: string) => {
    const { token } = await makeMember(shop);
    const { sUrl } = await signed(shop, token, 'kycDocs');
    return (await put(sUrl, stripes, { 'x-forwarded-for': network })).status;
  };
  const statuses: number[] = [];
  while (statuses.at(-1) !== 429 && statuses.length < 25)
    statuses.push(await putFrom('203.0.113.7'));
  // Some 600 kB each.
  expect(statuses.length).toBeGreaterThan(12);
  expect(statuses.length).toBeLessThan(25);
  expect(await putFrom('203.0.113.8')).toBe(200);
  await shop.moveClock(hours(24) + 1);
  expect(await putFrom('203.0.113.7')).toBe(200);
});

longTest('what is small to send and large to draw counts as what it is to draw', async () => {
  const { shop, anna } = await shopWithAnna();
  await shop.db.run(
    sql`update site_options set value = '5' where name = 'throttle_upload_megabytes'`,
  );
  const wide = widePng(6_000, 2_000);
  expect(wide.length).toBeLessThan(50_000);
  const statuses = [];
  for (let n = 0; n < 4; n += 1)
    statuses.push((await put((await signed(shop, anna.token, 'kycDocs')).sUrl, wide)).status);
  // 12 million pixels of a photograph have some 2.4 MB.
  expect(statuses).toEqual([200, 200, 429, 429]);
});

test('an address that was signed is not tried again and again with what comes to nothing', async () => {
  const { shop, anna } = await shopWithAnna();
  await shop.db.run(sql`update site_options set value = '2' where name = 'throttle_upload_member'`);
  const { sUrl } = await signed(shop, anna.token, 'kycDocs');
  const cut = widePng(1_000, 1_000).subarray(0, -20);
  const statuses = [];
  for (let n = 0; n < 8; n += 1) statuses.push((await put(sUrl, cut)).status);
  expect(statuses).toEqual([...Array<number>(6).fill(400), 429, 429]);
  const bert = await makeMember(shop);
  const { sUrl: other } = await signed(shop, bert.token, 'kycDocs');
  expect((await put(other, await makePicture())).status).toBe(200);
});

/** Asks for a picture and reads no more of it than its beginning. */
function lookSlowly(address: URL): { socket: Socket; begun: () => boolean } {
  let begun = false;
  const socket = connect(Number(address.port), address.hostname, () =>
    socket.write(`GET ${address.pathname}${address.search} HTTP/1.1\r\nHost: x\r\n\r\n`),
  );
  socket.once('data', () => {
    begun = true;
    socket.pause();
  });
  socket.on('error', () => undefined);
  return { socket, begun: () => begun };
}

longTest(
  '14 members who look at pictures slowly keep nobody waiting for longer than a few seconds',
  async () => {
    const { shop, anna } = await shopWithAnna();
    // More than the system takes on behalf of who reads it.
    const large = await makePicture({ width: 3_000, height: 3_000 });
    const views = await openViews({ db: shop.db, keys: shop.config.keys });
    const mine = views(await uploaded(shop, anna.token, 'sellimages'));
    const crowd: string[] = [];
    for (let n = 0; n < 4; n += 1)
      crowd.push(views(await uploaded(shop, (await makeMember(shop)).token, 'sellimages', large)));
    const looks = crowd.flatMap((view) =>
      Array.from({ length: 7 }, () => lookSlowly(new URL(view, shop.url))),
    );
    await expect.poll(() => looks.filter((look) => look.begun()).length).toBe(24);
    const began = performance.now();
    expect((await fetch(new URL(mine, shop.url))).status).toBe(200);
    expect(performance.now() - began).toBeLessThan(seconds(10));
    for (const { socket } of looks) socket.destroy();
  },
);

longTest(
  '14 who looks at a picture slowly, and many times at once, fills no memory and is in nobody’s way',
  async () => {
    const { shop, anna } = await shopWithAnna();
    const bert = await makeMember(shop);
    // More than the system takes on behalf of who reads it.
    const large = await makePicture({ width: 3_000, height: 3_000 });
    const views = await openViews({ db: shop.db, keys: shop.config.keys });
    const mine = views(await uploaded(shop, anna.token, 'sellimages', large));
    const his = views(await uploaded(shop, bert.token, 'sellimages'));
    const looks = Array.from({ length: 40 }, () => lookSlowly(new URL(mine, shop.url)));
    const begun = () => looks.filter((look) => look.begun()).length;
    await expect.poll(begun).toBeGreaterThan(3);
    await sleep(1_000);
    expect(begun()).toBeLessThan(10);
    expect((await fetch(new URL(his, shop.url))).status).toBe(200);
    // Who goes away makes room.
    for (const { socket } of looks) socket.destroy();
    const seen = await fetch(new URL(mine, shop.url));
    expect((await seen.arrayBuffer()).byteLength).toBeGreaterThan(1024 * 1024);
  },
);
