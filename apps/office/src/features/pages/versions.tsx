import type { Answer } from '@giftlane/client/api.ts';
import { formatMoment } from '@giftlane/texts/dates.ts';
import { text } from '@giftlane/texts/text.ts';
import { Button } from '@giftlane/ui/controls/button.tsx';
import { editorOf } from './editor.ts';

type Version = Answer<'GET /office/pages/{path}'>['data']['aVersions'][number];

/** The versions of a page, newest first; one is looked at before it is restored. */
export function Versions({
  versions,
  shown,
  onShow,
}: {
  versions: readonly Version[];
  shown: number | undefined;
  onShow: (version: number) => void;
}) {
  if (versions.length === 0) return null;
  return (
    <section aria-labelledby="versions" className="mt-8">
      <h2 id="versions" className="mb-2 text-17">
        {text('office.pages.versions')}
      </h2>
      <ul className="max-w-prose">
        {versions.map((version) => (
          <li
            key={version.nVersion}
            className="flex items-center gap-3 border-b border-line py-1 text-15"
          >
            <span className="w-8 shrink-0 text-soft tabular-nums">{version.nVersion}</span>
            <span className="min-w-0 grow truncate">{editorOf(version)}</span>
            <span className="text-soft tabular-nums">{formatMoment(version.dSavedAt)}</span>
            <Button
              size="small"
              look="quiet"
              aria-pressed={version.nVersion === shown}
              aria-label={text('office.pages.show', { version: version.nVersion })}
              onClick={() => onShow(version.nVersion)}
            >
              {text('office.show')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
