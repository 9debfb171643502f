import { text } from '@giftlane/texts/text.ts';
import { UserRoundCheck } from 'lucide-react';
import { forgetGooglePerson, type GooglePerson } from '../../../session/google.ts';

/** Tells that the form below was filled in by Google. */
export function GooglePersonNotice({ person }: { person: GooglePerson }) {
  const linked = person.sGoogleToken !== '';
  return (
    <div role="status" className="mb-6 flex gap-3 rounded-panel border border-line bg-surface p-4">
      <UserRoundCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-leaf" />
      <div className="min-w-0">
        <p className="font-semibold">
          {linked ? text('auth.google.with') : text('auth.google.known')}
        </p>
        <p className="mt-1 text-soft wrap-anywhere">
          {linked
            ? text('auth.google.withText', { email: person.sEmail })
            : text('auth.google.knownText')}
        </p>
        <button
          type="button"
          onClick={forgetGooglePerson}
          className="mt-1 min-h-9 text-13 font-semibold underline underline-offset-4"
        >
          {text('auth.google.without')}
        </button>
      </div>
    </div>
  );
}
