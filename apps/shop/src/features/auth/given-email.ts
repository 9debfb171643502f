import { isText, objectOf } from '@giftlane/client/storage/shapes.ts';
import { useLocation } from 'react-router';

const hasEmail = objectOf<{ email: string }>({ email: isText });

/** The address that somebody typed on the page before: at signing up, or at signing in. */
export function useGivenEmail(): string {
  const state: unknown = useLocation().state;
  return hasEmail(state) ? state.email : '';
}
