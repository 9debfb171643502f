import { text } from '@giftlane/contract/messages.ts';
import { Button } from './button.tsx';

/**
 * Beside a button that is closed while errors exist (decision 31): leads to the first field that is wrong,
 * which may have been scrolled out of sight. Knows its form by the markup, as the eye does.
 */
export function ShowWrong() {
  return (
    <Button
      size="small"
      look="quiet"
      onClick={({ currentTarget }) => {
        const wrong = currentTarget
          .closest('form, section')
          ?.querySelector<HTMLElement>('[aria-invalid="true"]');
        wrong?.scrollIntoView({ block: 'center' });
        wrong?.focus({ preventScroll: true });
      }}
    >
      {text('form.showWrong')}
    </Button>
  );
}
