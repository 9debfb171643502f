import { text } from '@giftlane/contract/messages.ts';

/**
 * Beside a button that is closed while errors exist (decision 31): leads to the first field that is wrong,
 * which may have been scrolled out of sight; it is looked for around the button, the nearest part of the page first.
 */
export function ShowWrong() {
  return (
    <button
      type="button"
      className="min-h-9 px-3 text-13 font-semibold underline underline-offset-4 hover:no-underline"
      onClick={({ currentTarget }) => {
        const wrong = currentTarget
          .closest(':has([aria-invalid="true"])')
          ?.querySelector<HTMLElement>('[aria-invalid="true"]');
        wrong?.scrollIntoView({ block: 'center' });
        wrong?.focus({ preventScroll: true });
      }}
    >
      {text('form.showWrong')}
    </button>
  );
}
