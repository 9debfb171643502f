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
  /** Part of the page from the beginning: no alert, which is for what appears later. */
  standing?: boolean;
  /** Takes the focus when it appears, in answer to a press. */
  focused?: boolean;
  children?: ReactNode;
}

/** Scrolls an element into view, clear of a bar at the lower edge. */
export const comeIntoSight = (element: HTMLElement | null) =>
  element?.scrollIntoView({ block: 'nearest' });

function takeFocus(element: HTMLElement | null) {
  comeIntoSight(element);
  element?.focus({ preventScroll: true });
}

/** A problem or a state, shown within the page. Announced by screen readers unless it is `standing`. */
export function Notice({ tone, title, standing = false, focused = false, children }: NoticeProps) {
  const Icon = tone === 'waiting' ? Info : CircleAlert;
  return (
    <div
      role={standing ? undefined : 'alert'}
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
