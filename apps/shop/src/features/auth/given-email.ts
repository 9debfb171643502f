import { isText, objectOf } from '@giftlane/client/storage/shapes.ts';
import { useLocation } from 'react-router';

const hasEmail = objectOf<{ email: string }>({ email: isText });

/** The e-mail typed on the page before, from the location's state. */
export function useGivenEmail(): string {
  const state: unknown = useLocation().state;
  return hasEmail(state) ? state.email : '';
}
