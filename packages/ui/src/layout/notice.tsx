import { CircleAlert, Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../cx.ts';

const tones = {
  attention: { box: 'border-coral-ink/40 bg-coral-tint', icon: 'text-coral-ink' },
  failure: { box: 'border-fail/40 bg-fail-tint', icon: 'text-fail' },
  waiting: { box: 'border-amber/40 bg-amber-tint', icon: 'text-amber' },
} as const;

interface NoticeProps {
  tone: keyof typeof tones;
  title: string;
  /** Takes the focus when it appears: it answers the press of a button. */
  focused?: boolean;
  children?: ReactNode;
}

/** What has just failed is in sight, however far below the button for it is; a bar there does not cover it. */
export const comeIntoSight = (element: HTMLElement | null) =>
  element?.scrollIntoView({ block: 'nearest' });

function takeFocus(element: HTMLElement | null) {
  comeIntoSight(element);
  element?.focus({ preventScroll: true });
}

/** Something in the way, said in its place and nowhere else. Announced when it appears. */
export function Notice({ tone, title, focused = false, children }: NoticeProps) {
  const Icon = tone === 'waiting' ? Info : CircleAlert;
  return (
    <div
      role="alert"
      tabIndex={focused ? -1 : undefined}
      ref={focused ? takeFocus : tone === 'failure' ? comeIntoSight : undefined}
      className={cx(
        'flex scroll-mb-32 gap-3 rounded-panel border p-4 outline-none',
        tones[tone].box,
      )}
    >
      <Icon aria-hidden="true" className={cx('mt-0.5 size-5 shrink-0', tones[tone].icon)} />
      <div className="min-w-0">
        <p className="font-semibold">{title}</p>
        {children}
      </div>
    </div>
  );
}
