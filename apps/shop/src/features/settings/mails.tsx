import { text } from '@giftlane/texts/text.ts';
import { Check } from 'lucide-react';

/** The mails that can not be switched off. */
const mails: readonly string[] = [
  text('settings.mails.codes'),
  text('settings.mails.money'),
  text('settings.mails.sales'),
  text('settings.mails.kyc'),
  text('settings.mails.security'),
];

/** The list of mails that every member gets. */
export function Mails() {
  return (
    <section
      aria-labelledby="settings-mails"
      className="mt-4 rounded-panel border border-line bg-surface p-5 md:p-6"
    >
      <h2 id="settings-mails" className="text-17">
        {text('settings.mails')}
      </h2>
      <ul className="mt-3 grid grid-cols-1 gap-x-8 gap-y-2 lg:grid-cols-2">
        {mails.map((mail) => (
          <li key={mail} className="flex gap-3">
            <Check aria-hidden="true" className="mt-1 size-4 shrink-0 text-leaf" />
            {mail}
          </li>
        ))}
      </ul>
      <p className="mt-4 text-13 text-soft">{text('settings.mails.never')}</p>
    </section>
  );
}
