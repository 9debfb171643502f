/** Markdown as the shop shows it. */
import { readProse } from '@giftlane/prose/prose.ts';
import { RichText } from '@giftlane/ui/layout/rich-text.tsx';
import { type ReactNode, useDeferredValue, useMemo } from 'react';

/** A text beside the field it is typed into; its links lead nowhere here. */
export function Preview({
  label,
  title,
  markdown,
  children,
}: {
  label: string;
  title: string;
  markdown: string;
  children?: ReactNode;
}) {
  const shown = useDeferredValue(markdown);
  const blocks = useMemo(() => readProse(shown), [shown]);
  return (
    <section aria-label={label} className="min-w-0">
      <p className="mb-1.5 text-15 font-medium">{label}</p>
      {children}
      <div
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard.
        tabIndex={0}
        className="max-h-[70vh] overflow-y-auto rounded-panel border border-line bg-surface p-5"
      >
        <div inert dir="auto">
          <p className="mb-4 text-28 font-semibold wrap-anywhere">{title}</p>
          <RichText blocks={blocks} />
        </div>
      </div>
    </section>
  );
}
