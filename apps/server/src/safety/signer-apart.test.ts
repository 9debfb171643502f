/**
 * Whoever takes over the web process has its memory, its environment and its rights on the database. None of them
 * has what a signature is made of. The same look at the signer finds it: the look is one that can.
 */
import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hex } from '@scure/base';
import { expect, onTestFinished, test } from 'vitest';
import { elsewhere, startCoinShop, testWords } from '../features/coins/coins.testing.ts';
import { sql } from '../platform/db/db.ts';
import { openKeys } from '../signer/keys.ts';
import { makeMember, testPassword } from '../testing/builders.ts';
import { until } from '../testing/crashes.ts';
import { envOf, runProgram } from '../testing/process.ts';
import { nodeEnv, testWishKey } from '../testing/sandbox-env.ts';
import { callsTo } from '../testing/sell-crashes.ts';
import { readWish, transactionOf } from '../utxo/wish.ts';

const pieceBytes = 1 << 22;

/** Which of some bytes are anywhere in a process's memory (Linux: proc(5), mem and maps). */
function inMemory(pid: number, wanted: Readonly<Record<string, Buffer>>): string[] {
  const found = new Set<string>();
  const longest = Math.max(...Object.values(wanted).map(({ length }) => length));
  const memory = openSync(`/proc/${pid}/mem`, 'r');
  const piece = Buffer.alloc(pieceBytes + longest);
  for (const line of readFileSync(`/proc/${pid}/maps`, 'utf8').split('\n')) {
    const [, from = '0', to = '0'] = /^([0-9a-f]+)-([0-9a-f]+) rw/.exec(line) ?? [];
    const end = Number.parseInt(to, 16);
    for (let at = Number.parseInt(from, 16); at < end; at += pieceBytes) {
      let read = 0;
      try {
        read = readSync(memory, piece, 0, Math.min(piece.length, end - at), at);
      } catch {
        // A page that was never touched, or is gone by now.
        continue;
      }
      const here = piece.subarray(0, read);
      for (const [name, bytes] of Object.entries(wanted)) if (here.includes(bytes)) found.add(name);
    }
  }
  closeSync(memory);
  return [...found].sort();
}

const environmentOf = (pid: number) => readFileSync(`/proc/${pid}/environ`, 'utf8');

test.runIf(process.platform === 'linux')(
  'the web process can not sign: not by its memory, its environment, nor what it may do in the database',
  async () => {
    const shop = await startCoinShop();
    await shop.endSigner();
    const dir = await mkdtemp(join(tmpdir(), 'giftlane-signer-'));
    onTestFinished(() => rm(dir, { recursive: true, force: true }));
    const web = runProgram('main.ts', {
      env: { ...envOf(shop), ...nodeEnv(shop.sandbox), WORKER: 'inline', DATA_DIR: dir },
    });
    const signer = runProgram('sign.ts', {
      env: {
        DATABASE_URL: shop.config.databaseUrl,
        COIN_WISH_KEY: testWishKey,
        COIN_SEED: testWords,
        SIGNER_DIR: dir,
        LOG_LEVEL: 'info',
      },
    });
    const calls = callsTo({ url: await web.started() });
    const anna = await makeMember(shop, { verified: true });
    const { token } = anna;
    const wallet = await calls.raw('POST', '/crypto/generateWallet', {
      token,
      body: { coin: 'BTC' },
    });
    const { receiveAddress } = wallet.body.data as { receiveAddress: string };
    await shop.sandbox.coins.btc.fund(receiveAddress, 900_000n);
    await shop.sandbox.coins.btc.mine(3);
    const send = (amount: number) =>
      calls.raw('POST', '/crypto/sendcoin', {
        token,
        body: {
          coin: 'BTC',
          amount,
          receiveAddress: elsewhere,
          password: testPassword,
          purpose: 'sendCoin',
        },
      });
    await until('the coins are there and sent', async () => (await send(100_000)).status === 200);
    await until('they are signed and handed in', async () => {
      const sent = await shop.db.first(sql<{ state: string }>`
        select state from coin_transfers where type = 'send'`);
      return sent?.state === 'unconfirmed';
    });

    const words = { words: testWords, networks: { btc: 'regtest', ltc: 'regtest' } } as const;
    const { key } = openKeys(words).keyAt('btc', 1, { branch: 0, index: 0 });
    const secrets = {
      seed: Buffer.from(testWords),
      'seed, wide': Buffer.from(testWords, 'utf16le'),
      key: Buffer.from(key),
      'key in hex': Buffer.from(hex.encode(key)),
      'extended private key': Buffer.from('xprv'),
    };
    expect(inMemory(signer.child.pid ?? 0, secrets)).toEqual(
      expect.arrayContaining(['key', 'seed']),
    );
    expect(inMemory(web.child.pid ?? 0, secrets)).toEqual([]);
    expect(environmentOf(signer.child.pid ?? 0)).toContain(testWords);
    expect(environmentOf(web.child.pid ?? 0)).not.toMatch(/COIN_SEED|SIGNER_DIR|abandon/);

    // All it can read.
    const tables = await shop.db.rows(sql<{ name: string }>`
      select format('%I', table_name) as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'`);
    expect(tables.length).toBeGreaterThan(50);
    const told = await shop.db
      .script(
        tables
          .map(
            ({ name }) =>
              `do $$ begin if exists (select 1 from ${name} t where t::text ~ 'xprv|abandon|${hex.encode(key)}') then raise exception 'a secret is in ${name}'; end if; end $$`,
          )
          .join(';'),
      )
      .then(() => 'nothing');
    expect(told).toBe('nothing');

    // All it can write: an answer of its own to a wish is one that no node takes.
    signer.child.kill('SIGTERM');
    await signer.ended;
    expect((await send(50_000)).status).toBe(200);
    const { number, wish } = await shop.db.one(sql<{ number: bigint; wish: string }>`
      select number, wish from coin_wishes where answered_at is null`);
    const { inputs, outputs } = readWish(wish);
    const scripts = await shop.db.rows(sql<{ txid: string; vout: number; script: string }>`
      select txid, vout, script from coin_outputs`);
    const forged = transactionOf(
      inputs.map((input) => ({
        ...input,
        script:
          scripts.find((one) => one.txid === input.txid && one.vout === input.vout)?.script ?? '',
      })),
      outputs,
    );
    // With any other key there is: it opens another address.
    const raw = hex.encode(forged.unsignedTx);
    await shop.db.run(sql`
      update coin_wishes set raw = ${raw}, answered_at = app_now() where number = ${number}`);
    const node = shop.checkout.coins.nodes.get('btc');
    expect(await node?.send(raw)).toEqual({ kind: 'refused', reason: 'policy' });
    await shop.sandbox.coins.btc.mine(1);
    const { state } = await shop.db.one(sql<{ state: string }>`
      select t.state from coin_transfers t join coin_wishes w on w.transfer_id = t.id
      where w.number = ${number}`);
    expect(['created', 'signed']).toContain(state);
  },
);
