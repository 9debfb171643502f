import { type Block, type Section, sectionsOf } from '@giftlane/prose/prose.ts';
import { RichText } from '@giftlane/ui/layout/rich-text.tsx';
import { LineSkeleton, repeat, Skeleton } from '@giftlane/ui/layout/skeleton.tsx';
import { useMemo } from 'react';
import { Contents } from './contents.tsx';
import { TextSkeleton } from './static-page.tsx';
import { useScrollToHash } from './use-hash.ts';

function SectionText({ section, number }: { section: Section; number: number }) {
  return (
    <section
      id={section.id}
      tabIndex={-1}
      aria-labelledby={`${section.id}-title`}
      className="outline-none"
    >
      <h2 id={`${section.id}-title`} className="mb-3 flex gap-3 text-21">
        <span aria-hidden="true" className="text-soft tabular-nums">
          {number}
        </span>
        {section.title}
      </h2>
      <RichText blocks={section.blocks} />
    </section>
  );
}

const grid = 'grid grid-cols-1 items-start gap-8 lg:grid-cols-[16rem_minmax(0,1fr)] lg:gap-16';

/** Placeholder of a legal page. */
export function LegalSkeleton() {
  return (
    <div className={grid}>
      <Skeleton className="h-12 rounded-panel lg:hidden" />
      <div className="max-lg:hidden">
        <LineSkeleton className="mb-3 text-13" bar="h-3 w-20" />
        <div className="border-s border-line ps-3">
          {repeat(10, (index) => (
            <span key={index} className="flex h-9 items-center">
              <Skeleton className={index % 3 === 0 ? 'h-3 w-36' : 'h-3 w-24'} />
            </span>
          ))}
        </div>
      </div>
      <TextSkeleton lines={12} />
    </div>
  );
}

/** A text in numbered sections, with its table of contents (CONT-10). */
export function Legal({ blocks }: { blocks: readonly Block[] }) {
  const { intro, sections } = useMemo(() => sectionsOf(blocks), [blocks]);
  useScrollToHash();
  return (
    <div className={grid}>
      <Contents sections={sections} />
      <article className="space-y-10">
        {intro.length > 0 && <RichText blocks={intro} />}
        {sections.map((section, index) => (
          <SectionText key={section.id} section={section} number={index + 1} />
        ))}
      </article>
    </div>
  );
}
