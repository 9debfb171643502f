/** Every command there is. */
import type { AnyCommand } from './command.ts';

/**
 * The commands by their first word, in the order in which people read of them. A group is loaded
 * when its word is typed: most commands need little of the shop's code, and loading is what takes
 * their time.
 */
const groups: ReadonlyMap<string, () => Promise<readonly AnyCommand[]>> = new Map(
  Object.entries({
    migrate: () => import('./setup/maintenance.ts').then(({ migrate }) => [migrate]),
    keys: async () => {
      const [{ keysMake }, its] = await Promise.all([
        import('./setup/keys.ts'),
        import('./setup/turn-keys.ts'),
      ]);
      return [keysMake, its.keysStatus, its.keysDrop, its.keysFingerprint];
    },
    doctor: () => import('./setup/doctor.ts').then(({ doctor }) => [doctor]),
    files: () => import('./setup/files.ts').then((its) => [its.filesMove, its.filesAdopt]),
    seed: () => import('./setup/maintenance.ts').then(({ seed }) => [seed]),
    operator: () =>
      import('./people/operators.ts').then((its) => [
        its.operatorCreate,
        its.operatorInvite,
        its.operatorClose,
      ]),
    catalog: () => import('./goods/imports.ts').then(({ catalogImport }) => [catalogImport]),
    stock: () => import('./goods/imports.ts').then((its) => [its.stockImport, its.stockLevel]),
    order: () => import('./goods/orders.ts').then((its) => [its.orderShow, its.orderRefund]),
    refund: () => import('./money/refunds.ts').then((its) => [its.refundList, its.refundSend]),
    frozen: () =>
      import('./money/frozen.ts').then((its) => [
        its.frozenList,
        its.frozenKeep,
        its.frozenRelease,
      ]),
    sell: () =>
      import('./money/sell.ts').then((its) => [
        its.sellList,
        its.sellPictures,
        its.sellAccept,
        its.sellDecline,
      ]),
    voucher: () => import('./money/vouchers.ts').then(({ voucherCreate }) => [voucherCreate]),
    coin: async () => {
      const [its, checks, custody] = await Promise.all([
        import('./money/coins.ts'),
        import('./money/coin-check.ts'),
        import('./money/coin-custody.ts'),
      ]);
      return [
        its.coinStatusShow,
        its.coinAddressMake,
        checks.coinCheck,
        checks.coinRescan,
        checks.coinAssign,
        custody.coinHold,
        custody.coinResume,
        custody.coinList,
        custody.coinApprove,
        custody.coinReject,
        custody.coinSweep,
        custody.coinBump,
      ];
    },
    option: () => import('./setup/options.ts').then((its) => [its.optionList, its.optionSet]),
    page: () => import('./goods/pages.ts').then((its) => [its.pageShow, its.pageSet]),
    message: () => import('./people/messages.ts').then(({ messageList }) => [messageList]),
    newsletter: () =>
      import('./people/newsletter.ts').then(({ newsletterSend }) => [newsletterSend]),
    kyc: () =>
      import('./people/kyc.ts').then((its) => [
        its.kycList,
        its.kycShow,
        its.kycVerify,
        its.kycReject,
      ]),
    member: async () => {
      const { memberFreeze, memberUnfreeze, memberResetFactors } = await import(
        './people/members.ts'
      );
      const { memberClose, memberExport } = await import('./people/my-data.ts');
      return [memberFreeze, memberUnfreeze, memberResetFactors, memberClose, memberExport];
    },
    points: () => import('./money/points.ts').then(({ pointsShow }) => [pointsShow]),
    session: () => import('./people/sessions.ts').then((its) => [its.sessionList, its.sessionEnd]),
    job: () => import('./setup/jobs.ts').then((its) => [its.jobList, its.jobShow, its.jobRetry]),
    ledger: () =>
      import('./money/ledger.ts').then((its) => [its.ledgerVerify, its.ledgerKey, its.ledgerProve]),
  }),
);

/** All of them. */
export async function allCommands(): Promise<readonly AnyCommand[]> {
  const loaded = await Promise.all([...groups.values()].map((load) => load()));
  return loaded.flat();
}

/** Those that begin with this word; none when no command does. */
export async function commandsOf(word: string): Promise<readonly AnyCommand[]> {
  return (await groups.get(word)?.()) ?? [];
}
