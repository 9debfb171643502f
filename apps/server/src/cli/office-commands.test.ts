/** Where the office does what each command does, or why a command is the machine's alone. */
import { expect, test } from 'vitest';
import { officeOf } from '../testing/office.ts';
import { startShop } from '../testing/start-shop.ts';
import { allCommands } from './commands.ts';

/** Not a call's name: a command that stays on the machine. */
const machine = (why: string) => ({ why });

type Place = string | readonly string[] | { why: string };

const places: Readonly<Record<string, Place>> = {
  migrate: machine('the database is brought up to date before anybody can sign in'),
  'keys make': machine('keys are made where they are kept'),
  'keys status': machine('keys are changed where they are kept'),
  'keys drop': machine('keys are changed where they are kept'),
  'keys fingerprint': machine('keys are made where they are kept'),
  doctor: machine(
    'checks variables and files of the machine; today.show has the health of a running shop',
  ),
  'files move': machine('copies what the machine of the files alone can read'),
  'files adopt': machine('a machine without its files has to be looked at'),
  seed: machine('fills an empty shop for a try'),
  'operator create': 'operators.invite',
  'operator invite': 'operators.inviteAgain',
  'operator close': 'operators.close',
  'catalog import': ['imports.add', 'imports.load'],
  'stock import': ['imports.add', 'imports.load'],
  'stock level': 'stock.listForOffice',
  'order show': 'orders.show',
  'order refund': ['orders.quoteRefund', 'orders.refund'],
  'refund list': 'refunds.list',
  'refund send': 'refunds.send',
  'frozen list': 'disputes.list',
  'frozen keep': 'disputes.keep',
  'frozen release': 'disputes.release',
  'sell list': 'sales.list',
  'sell pictures': 'sales.showPicture',
  'sell accept': 'sales.accept',
  'sell decline': 'sales.decline',
  'voucher create': 'vouchers.create',
  'coin status': 'coins.show',
  'coin address': machine('whoever fills the wallet has the coins at hand, not a browser'),
  'coin check': machine('reads every block of a node for minutes; today.show has its last result'),
  'coin rescan': machine('after a restored backup, while the shop is stopped or new'),
  'coin assign': machine('after a lost database, together with coin rescan'),
  'coin hold': 'coins.hold',
  'coin resume': 'coins.resume',
  'coin list': 'transfers.list',
  'coin approve': 'transfers.approve',
  'coin reject': 'transfers.reject',
  'coin sweep': 'coins.sweep',
  'coin bump': 'transfers.bump',
  'option list': 'options.list',
  'option set': 'options.set',
  'page show': 'pages.show',
  'page set': 'pages.save',
  'message list': 'messages.list',
  'newsletter send': 'newsletter.send',
  'kyc list': 'kyc.listWaiting',
  'kyc show': ['kyc.open', 'kyc.showPaper'],
  'kyc verify': 'kyc.decide',
  'kyc reject': 'kyc.decide',
  'member freeze': 'members.freeze',
  'member unfreeze': 'members.release',
  'member reset': 'members.resetFactors',
  'member close': 'members.close',
  'member export': 'members.export',
  'points show': 'members.show',
  'session list': 'members.show',
  'session end': 'members.endSessions',
  'job list': 'jobs.list',
  'job show': 'jobs.show',
  'job retry': 'jobs.retry',
  'ledger verify': machine('reads the whole ledger for minutes; today.show has its last result'),
  'ledger key': machine(
    'the public key goes to whoever checks heads, by another way than the shop',
  ),
  'ledger prove': machine(
    'checks a member’s lines against the sealed ledger, apart from the shop that serves them',
  ),
};

test('every command has its place in the office, or a reason why it has none', async () => {
  const words = (await allCommands()).map((command) => command.words);
  expect(Object.keys(places).sort()).toEqual(words.sort());
});

test('the calls that stand for commands are served', async () => {
  const { served } = officeOf(await startShop({ working: false }));
  const there = new Set(served.map(({ name }) => name));
  const named = Object.values(places).flatMap((place) =>
    typeof place === 'string' || Array.isArray(place) ? place : [],
  );
  const missing = named.filter((name) => !there.has(name));
  expect(missing).toEqual([]);
});
