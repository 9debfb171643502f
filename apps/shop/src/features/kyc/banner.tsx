import { text } from '@giftlane/texts/text.ts';
import { cx } from '@giftlane/ui/cx.ts';
import {
  BadgeCheck,
  CircleHelp,
  Hourglass,
  IdCard,
  type LucideIcon,
  TriangleAlert,
} from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { type KycStatus, kycWords } from '../../rooms/identity/kyc-status.ts';
import { kycDrafts } from './draft.ts';
import { Reason, RejectedWords } from './reason.tsx';

interface Look {
  readonly icon: LucideIcon;
  readonly box: string;
  readonly ink: string;
  readonly words: ReactNode;
}

const unknown: Look = {
  icon: CircleHelp,
  box: 'border-line bg-surface',
  ink: 'text-soft',
  words: text('kyc.text.unknown'),
};

const looks: Readonly<Record<KycStatus, Look>> = {
  p: {
    icon: IdCard,
    box: 'border-line bg-surface',
    ink: 'text-leaf',
    words: text('kyc.text.p'),
  },
  s: {
    icon: Hourglass,
    box: 'border-amber/40 bg-amber-tint',
    ink: 'text-amber',
    words: text('kyc.text.s'),
  },
  v: {
    icon: BadgeCheck,
    box: 'border-leaf/40 bg-leaf-tint',
    ink: 'text-leaf',
    words: text('kyc.text.v'),
  },
  r: {
    icon: TriangleAlert,
    box: 'border-coral-ink/40 bg-coral-tint',
    ink: 'text-coral-ink',
    words: <RejectedWords />,
  },
};

/** The state of the member's verification (KYC-01 to KYC-07). */
export function KycBanner({ status }: { status: KycStatus }) {
  const { icon: Icon, box, ink, words } = looks[status] ?? unknown;
  // A verified member needs no draft; the status comes from the server.
  useEffect(() => {
    if (status === 'v') kycDrafts.forget();
  }, [status]);
  return (
    <section
      aria-labelledby="kyc-status"
      className={cx('flex gap-4 rounded-panel border p-5 sm:items-center sm:p-6', box)}
    >
      <Icon aria-hidden="true" className={cx('size-8 shrink-0', ink)} />
      <div className="min-w-0">
        <h2 id="kyc-status" className="text-21">
          {kycWords(status).title}
        </h2>
        <p className="mt-1 max-w-prose text-balance">{words}</p>
        {status === 'r' && <Reason />}
      </div>
    </section>
  );
}
