/**
 * Named places where a test kills the process, to show that nothing is lost there. The variable
 * CRASH_POINT=name[:n] dies at the n-th passing, or kills the process whose pid begins the file CRASH_VICTIM:
 * the database's. Production refuses both at start (see config.ts).
 */
import { readFileSync } from 'node:fs';

const [wanted, nth] = (process.env.CRASH_POINT ?? '').split(':');
let left = Number(nth ?? '1');

export const crashPoints = [
  'orders.before_reveal_commit',
  'checkout.order_inserted',
  'checkout.initiated',
  'checkout.provider_order_created',
  'checkout.capture_claimed',
  'checkout.captured',
  'checkout.before_record_commit',
  'checkout.recorded',
  'checkout.wallet_before_commit',
  'checkout.wallet_committed',
  'checkout.top_up_begun',
  'points.before_earned_commit',
  'checkout.refund_posted',
  'checkout.refund_sent',
  'selling.before_offer_commit',
  'selling.before_payout_commit',
  'selling.paid',
  'claims.before_decision_commit',
  'claims.decided',
  'selling.before_instead_commit',
  'selling.paid_instead',
  'coins.wished',
  'coins.approving',
  'coins.approved',
  'coins.signed',
  'coins.handed_in',
  'coins.booking',
  'coins.booked',
  'signer.noted',
  'checkout.coins_counted',
  'kyc.before_submission_commit',
  'kyc.before_decision_commit',
  'imports.load',
  'files.copied',
  'jobs.taken',
  'jobs.worked',
  'wallet.redeem_before_commit',
  'wallet.send_before_commit',
  'wallet.sent',
] as const;
export type CrashPoint = (typeof crashPoints)[number];

const victimFile = process.env.CRASH_VICTIM;
const victim = () =>
  victimFile === undefined ? process.pid : Number.parseInt(readFileSync(victimFile, 'utf8'), 10);

/** Dies or kills here, at once and without clean-up, when the environment asks for it. */
export function crashPoint(name: CrashPoint): void {
  if (name !== wanted) return;
  left -= 1;
  if (left === 0) process.kill(victim(), 'SIGKILL');
}
