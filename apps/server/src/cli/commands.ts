/** Every command there is. */
import type { AnyCommand } from './command.ts';

/**
 * The commands by their first word, in the order in which people read of them. A group is loaded
 * when its word is typed: most commands need little of the shop's code, and loading is what takes
 * their time.
 */
const groups: ReadonlyMap<string, () => Promise<readonly AnyCommand[]>> = new Map(
  Object.entries({
    migrate: () => import('./maintenance.ts').then(({ migrate }) => [migrate]),
    keys: () => import('./keys.ts').then(({ keysMake }) => [keysMake]),
    doctor: () => import('./doctor.ts').then(({ doctor }) => [doctor]),
    seed: () => import('./maintenance.ts').then(({ seed }) => [seed]),
    operator: () => import('./operators.ts').then(({ operatorCreate }) => [operatorCreate]),
    catalog: () => import('./imports.ts').then(({ catalogImport }) => [catalogImport]),
    stock: () => import('./imports.ts').then((its) => [its.stockImport, its.stockLevel]),
    order: () => import('./orders.ts').then((its) => [its.orderShow, its.orderRefund]),
    refund: () => import('./refunds.ts').then((its) => [its.refundList, its.refundSend]),
    frozen: () =>
      import('./frozen.ts').then((its) => [its.frozenList, its.frozenKeep, its.frozenRelease]),
    sell: () =>
      import('./sell.ts').then((its) => [
        its.sellList,
        its.sellPictures,
        its.sellAccept,
        its.sellDecline,
      ]),
    voucher: () => import('./vouchers.ts').then(({ voucherCreate }) => [voucherCreate]),
    coin: async () => {
      const [its, checks, custody] = await Promise.all([
        import('./coins.ts'),
        import('./coin-check.ts'),
        import('./coin-custody.ts'),
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
    option: () => import('./options.ts').then((its) => [its.optionList, its.optionSet]),
    page: () => import('./pages.ts').then((its) => [its.pageShow, its.pageSet]),
    message: () => import('./messages.ts').then(({ messageList }) => [messageList]),
    newsletter: () => import('./newsletter.ts').then(({ newsletterSend }) => [newsletterSend]),
    kyc: () =>
      import('./kyc.ts').then((its) => [its.kycList, its.kycShow, its.kycVerify, its.kycReject]),
    member: async () => {
      const { memberFreeze, memberUnfreeze, memberResetFactors } = await import('./members.ts');
      const { memberClose, memberExport } = await import('./my-data.ts');
      return [memberFreeze, memberUnfreeze, memberResetFactors, memberClose, memberExport];
    },
    points: () => import('./points.ts').then(({ pointsShow }) => [pointsShow]),
    session: () => import('./sessions.ts').then((its) => [its.sessionList, its.sessionEnd]),
    job: () => import('./jobs.ts').then((its) => [its.jobList, its.jobShow, its.jobRetry]),
    ledger: () =>
      import('./ledger.ts').then((its) => [its.ledgerVerify, its.ledgerKey, its.ledgerProve]),
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
