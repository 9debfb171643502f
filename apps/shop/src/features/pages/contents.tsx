import type { Section } from '@giftlane/prose/prose.ts';
import { text } from '@giftlane/texts/text.ts';
import { cx } from '@giftlane/ui/cx.ts';
import { ChevronDown } from 'lucide-react';
import type { MouseEvent } from 'react';
import { Link } from 'react-router';
import { useCurrentSection } from './use-current-section.ts';

interface ContentsListProps {
  sections: readonly Section[];
  current: string | undefined;
}

/** Moves the focus to the section, as the router only changes the address. */
function focusSection(id: string) {
  document.getElementById(id)?.focus({ preventScroll: true });
}

/** Closes the list on a phone. */
function closeList({ currentTarget }: MouseEvent) {
  currentTarget.closest('details')?.removeAttribute('open');
}

function ContentsList({ sections, current }: ContentsListProps) {
  return (
    <ol className="border-s border-line">
      {sections.map(({ id, title }, index) => (
        <li key={id}>
          <Link
            to={`#${id}`}
            onClick={(event) => {
              closeList(event);
              focusSection(id);
            }}
            aria-current={id === current ? 'location' : undefined}
            className={cx(
              '-ms-px flex min-h-9 items-baseline gap-2 border-s-2 py-1.5 ps-3 text-15 hover:text-ink',
              id === current
                ? 'border-leaf font-semibold text-ink'
                : 'border-transparent text-soft hover:border-edge',
            )}
          >
            <span className="min-w-5 tabular-nums">{index + 1}</span>
            {title}
          </Link>
        </li>
      ))}
    </ol>
  );
}

/** The table of contents, beside the text or, on a phone, closed above it (CONT-10). */
export function Contents({ sections }: { sections: readonly Section[] }) {
  const current = useCurrentSection(sections.map(({ id }) => id));
  if (sections.length === 0) return null;
  return (
    <>
      <nav aria-label={text('pages.contents')} className="sticky-aside max-lg:hidden">
        <h2 className="mb-3 text-13 font-semibold text-soft">{text('pages.contents')}</h2>
        <ContentsList sections={sections} current={current} />
      </nav>
      <nav aria-label={text('pages.contents')} className="lg:hidden">
        <details className="group rounded-panel border border-line bg-surface px-4">
          <summary className="input-height flex items-center justify-between gap-3 font-medium marker:content-none">
            {text('pages.contents')}
            <ChevronDown
              aria-hidden="true"
              className="size-4 text-soft transition-transform group-open:rotate-180"
            />
          </summary>
          <div className="pb-4">
            <ContentsList sections={sections} current={current} />
          </div>
        </details>
      </nav>
    </>
  );
}
