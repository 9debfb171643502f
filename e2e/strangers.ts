/** A shop into whose every field strangers have written what runs, breaks or hides where it is shown carelessly. */
import { sendMessage } from '@giftlane/contract/members/contact.ts';
import { updateKyc } from '@giftlane/contract/members/kyc.ts';
import { pay } from '@giftlane/contract/shop/checkout.ts';
import { setOption } from '../apps/server/src/features/content/content.ts';
import { submissionOf } from '../apps/server/src/features/kyc/applicants.testing.ts';
import {
  type BoughtCard,
  makeBought,
  offered,
} from '../apps/server/src/features/selling/offers.testing.ts';
import { importCodes } from '../apps/server/src/features/stock/stock.ts';
import { send, sendPermit } from '../apps/server/src/features/wallet/send/send.testing.ts';
import { sql } from '../apps/server/src/platform/db/db.ts';
import { newId } from '../apps/server/src/platform/secrets/ids.ts';
import { makeMember, orderBody, type TestMember } from '../apps/server/src/testing/builders.ts';
import type { Reply, TestShop } from '../apps/server/src/testing/start-shop.ts';

/** Begins of cells that spreadsheets take for formulas, each before something else that should not run. */
export const payloads = [
  `=cmd|'/C calc'!A0<script>alert(1)</script>`,
  '+1<img src=x onerror="alert(1)"><svg onload="alert(1)">',
  `-1" autofocus onfocus="alert(1)" style="position:fixed;inset:0"`,
  '@SUM(A1)\u202egnp.\u2066\u200b\u200d\ufeff\u0489',
  '\t=1 javascript:alert(1)//',
  '\r=1 {{7*7}}%0d%0a',
  'javascript:alert(1)',
  `Wolfeschlegelsteinhausenbergerdorff${'W'.repeat(10_000)}`,
] as const;

/** As long as the field may be. */
const upTo = (most: number, payload: string) => payload.slice(0, most);

/** What forms take is cleaned and checked there; an older release, or an import, may have been less strict. */
async function rename({ db, owner }: TestShop, { id }: TestMember, payload: string) {
  const email = `${/^[=+-]/.exec(payload) ?? '='}cmd|'${newId('x')}'@example.com`;
  const name = upTo(161, payload);
  await owner.run(sql`
    update members set full_name = ${name}, first_name = ${upTo(80, payload)}, last_name = ${upTo(80, payload)},
      country_name = ${upTo(80, payload)}, mobile = ${upTo(20, payload)}, name_words = 'stranger',
      email = ${email}, email_key = lower(${email}) where id = ${id}`);
  const device = upTo(200, payload);
  await db.run(
    sql`update sessions set device = ${device}, place = ${device} where member_id = ${id}`,
  );
  await db.run(sql`
    insert into sign_ins (member_id, id, opened_by, new_device, device, place)
    values (${id}, ${newId('sgn')}, 'password', true, ${device}, ${device})`);
  await db.run(sql`
    insert into passkeys (credential_id, id, member_id, public_key, counter, transports, name, owned)
    values (${Buffer.from(id)}, ${newId('key')}, ${id}, '', 0, '{}', ${upTo(60, payload)}, true)`);
  return email;
}

function must({ status, body }: Reply<unknown>): void {
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
}

async function write(shop: TestShop, sEmail: string, payload: string) {
  const body = {
    sEmail,
    sFullName: upTo(161, payload).replaceAll(/\p{Cc}/gu, ' '),
    sSubject: upTo(200, payload),
    sMessage: `${payload}\n`.repeat(5).slice(0, 5_000),
  };
  must(await shop.call(sendMessage, { body }));
}

/** One member, who has bought a card, offers one, sends papers and money, writes, and reads the newsletter. */
async function makeStranger(shop: TestShop, payload: string, friend: TestMember) {
  const member = await makeMember(shop, { walletMinor: 200_00n, verified: true });
  const card: BoughtCard = await makeBought(shop, { title: upTo(200, payload) });
  const { errors } = await importCodes(shop.db, {
    rows: [1, 2].map((line) => ({
      line,
      cardId: card.id,
      // What begins with an equals sign is no serial number.
      serial: upTo(98, payload).trim().replace(/^=/, '+') + line,
      code: newId('x'),
    })),
    source: upTo(200, payload),
    keys: shop.config.keys,
  });
  if (errors.length > 0) throw new Error(JSON.stringify(errors));
  const body = orderBody(member, { card, totalMinor: 50_00n });
  const paid = await shop.call(pay, { token: member.token, body });
  must(paid);
  const sale = await offered(shop, member, { card });
  const papers = { ...(await submissionOf(shop, member)), address2: upTo(100, payload).trim() };
  must(await shop.call(updateKyc, { token: member.token, body: papers as never }));
  const permit = await sendPermit(shop, member);
  must(await send(shop, member, { permit, to: friend.id, note: upTo(140, payload) }));
  const email = await rename(shop, member, payload);
  await write(shop, email, payload);
  const reader = newId('nls');
  await shop.db.run(sql`
    insert into newsletter_subscribers (id, email, email_key, state, leave_hash, confirmed_at)
    values (${reader}, ${email}, lower(${email}), 'confirmed', sha256(${reader}::text::bytea), app_now())`);
  return { ...member, card, sale, order: paid.body.data };
}

async function importSheets(shop: TestShop, operator: string, words: readonly string[]) {
  for (const payload of words) {
    const id = newId('imp');
    const [name, cell] = [upTo(200, payload), upTo(200, payload)];
    await shop.db.run(sql`
      insert into imports (id, kind, name, content, encoding, separator, head, columns, notes, state, refused, operator_id)
      values (${id}, 'catalogue', ${name}, '', 'utf-8', ',', array[${cell}], array['title'], array[${cell}],
        'checked', 1, ${operator})`);
    await shop.db.run(sql`
      insert into import_lines (import_id, position, line, outcome, field, what)
      values (${id}, 1, 2, 'refused', ${cell}, ${cell})`);
  }
}

/** Fills the shop; answers what the pages are about. */
export async function letStrangersIn(shop: TestShop, operator: string, words: readonly string[]) {
  const friend = await makeMember(shop, { verified: true });
  await setOption(shop.db, 'throttle_contact_address', '100');
  const strangers: Awaited<ReturnType<typeof makeStranger>>[] = [];
  for (const payload of words) strangers.push(await makeStranger(shop, payload, friend));
  await importSheets(shop, operator, words);
  return strangers;
}
