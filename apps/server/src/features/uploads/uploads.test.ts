import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { cleanKycDoc } from '@giftlane/contract/members/uploads.ts';
import { text } from '@giftlane/texts/text.ts';
import { describe, expect, test } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { hours, minutes } from '../../platform/process/durations.ts';
import { loadSharp } from '../../platform/render/sharp.ts';
import { makeMember } from '../../testing/builders.ts';
import { shopForAll, startShop, type TestShop } from '../../testing/start-shop.ts';
import { makePicture, put, signed, uploaded } from './pictures.testing.ts';
import { sweepUploads } from './sweep.ts';
import { adoptUploads, openPicture, openViews, releaseUploads } from './uploads.ts';

async function shopWithAnna(env: Record<string, string> = {}) {
  return annaAt(await startShop({ working: false, env }));
}

const annaAt = async (shop: TestShop) => ({ shop, anna: await makeMember(shop) });

/** What lies in the folder of the shop, by its paths; without the marker of the place. */
async function filesOf(shop: TestShop): Promise<string[]> {
  const all = await readdir(shop.config.dataDir, { recursive: true, withFileTypes: true });
  return all
    .filter((one) => one.isFile() && one.name !== 'shop.txt')
    .map(({ parentPath, name }) => join(parentPath, name));
}

const metadataOf = async (bytes: Uint8Array) => (await loadSharp())(bytes).metadata();

const partsOf = (shop: TestShop) => ({ ...shop, keys: shop.config.keys });

/** Takes pictures over, in a transaction of its own. */
const adopt = (
  shop: TestShop,
  memberId: string,
  {
    usedBy,
    paths,
    kind = 'kycDocs' as const,
  }: { usedBy: string; paths: string[]; kind?: 'kycDocs' },
) =>
  shop.db.tx((tx) =>
    adoptUploads(tx, {
      memberId,
      kind,
      usedBy,
      pictures: paths.map((path, n) => ({ field: `aImages.${n}`, path })),
    }),
  );

const kinds = [
  ['profilepictures', 'webp'],
  ['kycDocs', 'jpg'],
  ['sellimages', 'jpg'],
] as const;

describe('pictures in one shop', () => {
  const shared = shopForAll({ working: false });

  test.each(kinds)(
    'API-19, 20, 21 %s: an address is signed, with the path of what is put there',
    async (kind, ext) => {
      const { shop, anna } = await annaAt(shared());
      const { sUrl, sPath } = await signed(shop, anna.token, kind);
      expect(sPath).toMatch(new RegExp(`^${kind}/[0-9a-f]{40}\\.${ext}$`));
      expect(new URL(sUrl).origin).toBe(shop.url);
      expect((await signed(shop, anna.token, kind)).sPath).not.toBe(sPath);
    },
  );

  test('API-22 a picture that is put is drawn anew without what a camera hid in it, and put once', async () => {
    const { shop, anna } = await annaAt(shared());
    const { sUrl, sPath } = await signed(shop, anna.token, 'profilepictures');
    const picture = await makePicture({ width: 900, height: 600 });
    expect((await metadataOf(picture)).exif).toBeDefined();
    const done = await put(sUrl, picture, { 'content-type': 'image/jpeg' });
    expect([done.status, done.body]).toEqual([200, { status: 200, message: 'OK', data: null }]);

    const shown = await fetch(`${shop.url}/media/${sPath}`);
    expect(shown.headers.get('content-type')).toBe('image/webp');
    expect(shown.headers.get('cache-control')).toContain('immutable');
    const bytes = Buffer.from(await shown.arrayBuffer());
    expect(await metadataOf(bytes)).toMatchObject({ format: 'webp', width: 512, height: 512 });
    expect((await metadataOf(bytes)).exif).toBeUndefined();
    expect(bytes.includes('Anna Archer')).toBe(false);

    const again = await put(sUrl, await makePicture());
    expect([again.status, again.body.code]).toEqual([409, 'upload.already_put']);
    const after = await fetch(`${shop.url}/media/${sPath}`);
    expect(Buffer.from(await after.arrayBuffer())).toEqual(bytes);
  });

  test('a turned photograph stands upright, and a large one is made as large as it needs to be', async () => {
    const { shop, anna } = await annaAt(shared());
    const { sUrl, sPath } = await signed(shop, anna.token, 'sellimages');
    const sharp = await loadSharp();
    const turned = await sharp(await makePicture({ width: 4_000, height: 1_000 }))
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect((await put(sUrl, turned)).status).toBe(200);
    const view = await fetch(shop.url + (await openViews(partsOf(shop)))(sPath));
    expect(await metadataOf(Buffer.from(await view.arrayBuffer()))).toMatchObject({
      format: 'jpeg',
      width: 750,
      height: 3_000,
    });
  });

  test('adopted pictures are used by one thing: repeating is harmless, another use is refused at its field', async () => {
    const { shop, anna } = await annaAt(shared());
    const [a, b] = [
      await uploaded(shop, anna.token, 'kycDocs'),
      await uploaded(shop, anna.token, 'kycDocs'),
    ];
    await adopt(shop, anna.id, { usedBy: 'kyc_1', paths: [a, b, a] });
    await adopt(shop, anna.id, { usedBy: 'kyc_1', paths: [a, b] });
    const error = await adopt(shop, anna.id, { usedBy: 'kyc_2', paths: [a] }).catch((e) => e);
    expect(error.issues).toMatchObject([
      { path: ['aImages', '0'], message: 'Please upload this picture again.' },
    ]);
    await expect(
      shop.db.run(sql`update uploads set used_by = 'kyc_2' where path = ${a}`),
    ).rejects.toThrow('used by one thing');
    // Given up, a picture may be used again.
    await shop.db.tx((tx) => releaseUploads(tx, { usedBy: 'kyc_1', except: [b] }));
    await adopt(shop, anna.id, { usedBy: 'kyc_2', paths: [a] });
    await expect(adopt(shop, anna.id, { usedBy: 'kyc_2', paths: [b] })).rejects.toThrow();
  });

  test('13 nobody adopts what is another’s, of another kind, not put, or nothing at all', async () => {
    const { shop, anna } = await annaAt(shared());
    const bert = await makeMember(shop);
    const foreign = await uploaded(shop, bert.token, 'kycDocs');
    const ofAnotherKind = await uploaded(shop, anna.token, 'sellimages');
    const { sPath: notPut } = await signed(shop, anna.token, 'kycDocs');
    for (const path of [foreign, ofAnotherKind, notPut, 'kycDocs/x', '', '../etc/passwd', '\0'])
      await expect(
        adopt(shop, anna.id, { usedBy: 'kyc_1', paths: [path.replace('\0', 'nul')] }),
        path,
      ).rejects.toThrow('Please upload this picture again.');
  });
});

test('API-22 of many puts to one address at once a single one is kept, whole', async () => {
  const { shop, anna } = await shopWithAnna();
  const { sUrl, sPath } = await signed(shop, anna.token, 'profilepictures');
  const pictures = await Promise.all(Array.from({ length: 8 }, () => makePicture()));
  const replies = await Promise.all(pictures.map((picture) => put(sUrl, picture)));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 409]));
  const shown = await fetch(`${shop.url}/media/${sPath}`);
  expect(await metadataOf(Buffer.from(await shown.arrayBuffer()))).toMatchObject({ width: 512 });
  expect(await filesOf(shop)).toHaveLength(1);
});

test('14 a private picture has no public address, is encrypted at rest, and is seen by a signed address for ten minutes', async () => {
  const { shop, anna } = await shopWithAnna();
  const path = await uploaded(shop, anna.token, 'kycDocs');
  expect((await fetch(`${shop.url}/media/${path}`)).status).toBe(404);
  expect((await fetch(`${shop.url}/uploads/${path}`)).status).toBe(403);
  const [file = ''] = await filesOf(shop);
  const stored = await readFile(file);
  expect(file.endsWith(path)).toBe(true);
  expect(stored.includes('JFIF')).toBe(false);
  await expect(metadataOf(stored)).rejects.toThrow();

  const address = (await openViews(partsOf(shop)))(path);
  const view = await fetch(shop.url + address);
  expect([view.status, view.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  expect(view.headers.get('cache-control')).toBe('no-store');
  expect(view.headers.get('content-security-policy')).toContain('sandbox');
  expect((await metadataOf(Buffer.from(await view.arrayBuffer()))).format).toBe('jpeg');

  const other = await uploaded(shop, anna.token, 'kycDocs');
  const tampered = [
    address.replace(path, other),
    address.replace(/until=\d+/, (until) => `${until}0`),
    address.replace(/signature=.*/, 'signature='),
    address.replace(/signature=.*/, ''),
    `${address}&signature=x`,
  ];
  for (const one of tampered) expect((await fetch(shop.url + one)).status, one).toBe(403);
  await shop.moveClock(minutes(11));
  expect((await fetch(shop.url + address)).status).toBe(403);
});

test('14 an operator’s look is written down first, with a reason, and for ever', async () => {
  const { shop, anna } = await shopWithAnna();
  const path = await uploaded(shop, anna.token, 'kycDocs');
  const look = { path, operator: 'vera', reason: 'KYC review' };
  expect((await metadataOf(await openPicture(partsOf(shop), look))).format).toBe('jpeg');
  await expect(openPicture(partsOf(shop), { ...look, path: 'kycDocs/none.jpg' })).rejects.toThrow();
  const reads = await shop.db.rows(sql`
    select path, member_id, operator, reason from upload_reads`);
  expect(reads).toEqual([{ path, member_id: anna.id, operator: 'vera', reason: 'KYC review' }]);
  await expect(shop.owner.run(sql`delete from upload_reads`)).rejects.toThrow('kept for ever');
  await expect(openPicture(partsOf(shop), { ...look, reason: '' })).rejects.toThrow();
});

test('14 a picture that can not be read is not one that was looked at', async () => {
  const { shop, anna } = await shopWithAnna();
  const path = await uploaded(shop, anna.token, 'kycDocs');
  const look = { path, operator: 'vera', reason: 'KYC review' };
  const [file = ''] = await filesOf(shop);
  const sealed = await readFile(file);
  await writeFile(file, sealed.subarray(0, -1));
  await expect(openPicture(partsOf(shop), look)).rejects.toThrow();
  await rm(file);
  await expect(openPicture(partsOf(shop), look)).rejects.toMatchObject({
    code: 'upload.not_found',
  });
  expect(await shop.db.rows(sql`select 1 from upload_reads`)).toEqual([]);
});

test('of twenty things that adopt one picture at once a single one gets it', async () => {
  const { shop, anna } = await shopWithAnna();
  const paths = [
    await uploaded(shop, anna.token, 'kycDocs'),
    await uploaded(shop, anna.token, 'kycDocs'),
  ];
  const tries = await Promise.allSettled(
    Array.from({ length: 20 }, (_, n) =>
      adopt(shop, anna.id, { usedBy: `kyc_${n}`, paths: n % 2 ? paths : paths.toReversed() }),
    ),
  );
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const rows = await shop.db.rows(sql<{ used: string }>`
    select distinct used_by as used from uploads where used_by is not null`);
  expect(rows).toHaveLength(1);
});

test('58 a HEIC picture is refused with what to do about it, by its bytes and by its type', async () => {
  const { shop, anna } = await shopWithAnna();
  const heic = Buffer.concat([Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic'), Buffer.alloc(64)]);
  const { sUrl } = await signed(shop, anna.token, 'kycDocs');
  const { status, body } = await put(sUrl, heic);
  expect([status, body.code, body.message]).toEqual([400, 'upload.heic', text('error.uploadHeic')]);
  const reply = await shop.raw('POST', '/signedurl/kycDocs', {
    token: anna.token,
    body: { sFileName: 'IMG_1.HEIC', sContentType: 'image/heic' },
  });
  expect(reply.body.errors).toEqual([{ field: 'sContentType', message: text('error.uploadHeic') }]);
});

test('API-23 API-24 a picture is deleted by who put it; repeating is harmless, another’s answers as an unknown one', async () => {
  const { shop, anna } = await shopWithAnna();
  const bert = await makeMember(shop);
  for (const kind of ['kycDocs', 'sellimages'] as const) {
    const clean = async (token: string, sFileName: string) => {
      const { status, body } = await shop.raw('POST', `/cleanup/${kind}`, {
        token,
        body: { sFileName },
      });
      return [status, body.code];
    };
    const path = await uploaded(shop, anna.token, kind);
    expect(await clean(bert.token, path)).toEqual([404, 'upload.not_found']);
    expect(await clean(anna.token, `${kind}/${'0'.repeat(40)}.jpg`)).toEqual([
      404,
      'upload.not_found',
    ]);
    expect(await clean(anna.token, `../../${path}`)).toEqual([404, 'upload.not_found']);
    expect(await clean(anna.token, `${path}\0`)).toEqual([400, 'input.invalid']);
    expect(await filesOf(shop)).toHaveLength(1);
    expect(await clean(anna.token, path)).toEqual([200, undefined]);
    expect(await filesOf(shop)).toEqual([]);
    expect(await clean(anna.token, path)).toEqual([200, undefined]);
    const view = await fetch(shop.url + (await openViews(partsOf(shop)))(path));
    expect(view.status).toBe(403);
  }
});

test('API-23 a picture in use is not deleted, nor one of another kind', async () => {
  const { shop, anna } = await shopWithAnna();
  const { token } = anna;
  const used = await uploaded(shop, token, 'kycDocs');
  await adopt(shop, anna.id, { usedBy: 'kyc_1', paths: [used] });
  const clean = (sFileName: string) => shop.call(cleanKycDoc, { token, body: { sFileName } });
  expect((await clean(used)).body.code).toBe('upload.in_use');
  const sold = await uploaded(shop, token, 'sellimages');
  expect((await clean(sold)).body.code).toBe('upload.not_found');
  expect(await filesOf(shop)).toHaveLength(2);
});

test('a clean-up and an adoption at once: either the picture is there and used, or neither', async () => {
  const { shop, anna } = await shopWithAnna();
  for (let round = 0; round < 12; round += 1) {
    const path = await uploaded(shop, anna.token, 'kycDocs');
    const body = { sFileName: path };
    const [cleaned, adopted] = await Promise.allSettled([
      shop.call(cleanKycDoc, { token: anna.token, body }),
      sleep(round % 3).then(() => adopt(shop, anna.id, { usedBy: `kyc_${round}`, paths: [path] })),
    ]);
    const there = (await filesOf(shop)).some((file) => file.endsWith(path));
    const code = cleaned.status === 'fulfilled' ? cleaned.value.body.code : 'failed';
    if (adopted.status === 'fulfilled') expect([code, there]).toEqual(['upload.in_use', true]);
    else expect([code, there]).toEqual([undefined, false]);
  }
});

test('orphans are swept after 24 hours, what is used stays, and what is replaced goes', async () => {
  const { shop, anna } = await shopWithAnna();
  const orphan = await uploaded(shop, anna.token, 'sellimages');
  const used = await uploaded(shop, anna.token, 'kycDocs');
  const released = await uploaded(shop, anna.token, 'kycDocs');
  await adopt(shop, anna.id, { usedBy: 'kyc_1', paths: [used, released] });
  await signed(shop, anna.token, 'kycDocs');
  const left = async () => (await filesOf(shop)).map((file) => file.split('/').slice(-2).join('/'));
  await shop.moveClock(hours(23));
  await shop.db.tx((tx) => releaseUploads(tx, { usedBy: 'kyc_1', except: [used] }));
  await sweepUploads(partsOf(shop));
  expect((await left()).sort()).toEqual([orphan, used, released].sort());
  await shop.moveClock(hours(2));
  await Promise.all([sweepUploads(partsOf(shop)), sweepUploads(partsOf(shop))]);
  expect((await left()).sort()).toEqual([used, released].sort());
  await shop.moveClock(hours(25));
  await sweepUploads(partsOf(shop));
  expect(await left()).toEqual([used]);
  // Rows end a day after their files.
  await shop.moveClock(hours(25));
  await sweepUploads(partsOf(shop));
  const rows = await shop.db.rows(sql<{ path: string }>`select path from uploads`);
  expect(rows).toEqual([{ path: used }]);
});

test('API-15 a profile picture that was removed is seen by nobody at once, not at the next sweep', async () => {
  const shop = await startShop();
  const { id: memberId, token } = await makeMember(shop);
  const sProfilePicture = await uploaded(shop, token, 'profilepictures');
  const set = (path: string) =>
    shop.raw('POST', '/set/sProfilePicture', { token, body: { sProfilePicture: path } });
  expect((await set(sProfilePicture)).status).toBe(200);
  const seen = async () => (await fetch(`${shop.url}/media/${sProfilePicture}`)).status;
  expect(await seen()).toBe(200);
  await set('');
  await expect.poll(seen, { timeout: 10_000 }).toBe(404);
  // The file goes first, and then it is noted that it has gone.
  const isNoted = async () =>
    (
      await shop.db.one(sql<{ removed: boolean }>`
        select removed_at is not null as removed from uploads where member_id = ${memberId}`)
    ).removed;
  await expect.poll(isNoted).toBe(true);
});

test('an upload that was under way while it was cleaned up leaves nothing', async () => {
  const { shop, anna } = await shopWithAnna();
  const { sUrl, sPath } = await signed(shop, anna.token, 'kycDocs');
  const picture = await makePicture({ width: 1_500, height: 1_500 });
  const putting = put(sUrl, picture);
  await sleep(20);
  await shop.call(cleanKycDoc, { token: anna.token, body: { sFileName: sPath } });
  expect([200, 403]).toContain((await putting).status);
  await shop.moveClock(hours(25));
  await sweepUploads(partsOf(shop));
  expect(await filesOf(shop)).toEqual([]);
});
