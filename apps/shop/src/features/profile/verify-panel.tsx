import { text } from '@giftlane/texts/text.ts';
import { ButtonLink } from '@giftlane/ui/controls/button.tsx';
import { cx } from '@giftlane/ui/cx.ts';
import { IdCard, TriangleAlert } from 'lucide-react';
import { type KycStatus, maySubmitKyc } from '../../rooms/identity/kyc-status.ts';

interface VerifyPanelProps {
  status: KycStatus;
  /** What verification brings, where that is known. */
  gain: string | undefined;
}

/** Asks an unverified or refused member to verify. */
export function VerifyPanel({ status, gain }: VerifyPanelProps) {
  if (!maySubmitKyc(status)) return null;
  const refused = status === 'r';
  const Icon = refused ? TriangleAlert : IdCard;
  return (
    <section
      aria-labelledby="verify"
      className={cx(
        'flex flex-wrap items-center gap-x-6 gap-y-4 rounded-panel border p-5',
        refused ? 'border-coral-ink/40 bg-coral-tint' : 'border-line bg-surface',
      )}
    >
      <div className="flex min-w-0 flex-1 basis-80 gap-4">
        <Icon
          aria-hidden="true"
          className={cx('mt-0.5 size-5 shrink-0', refused ? 'text-coral-ink' : 'text-leaf')}
        />
        <div className="min-w-0">
          <h2 id="verify" className="text-17">
            {text('kyc.form.title')}
          </h2>
          <p className="mt-1">{refused ? text('kyc.text.r') : (gain ?? text('kyc.text.p'))}</p>
        </div>
      </div>
      <ButtonLink to="/account/kyc" className="max-sm:w-full">
        {text('profile.verify.action')}
      </ButtonLink>
    </section>
  );
}
