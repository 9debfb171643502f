import { useLocation } from 'react-router';
import { isText, objectOf } from '../../storage/shapes.ts';

const hasEmail = objectOf<{ email: string }>({ email: isText });

/** The address that somebody typed on the page before: at signing up, or at signing in. */
export function useGivenEmail(): string {
  const state: unknown = useLocation().state;
  return hasEmail(state) ? state.email : '';
}
