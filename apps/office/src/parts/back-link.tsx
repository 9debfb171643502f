import { Link } from 'react-router';

/** Leads back to the list of a page, above its heading. */
export const BackLink = ({ to, children }: { to: string; children: string }) => (
  <Link to={to} className="text-13 font-semibold text-leaf">
    {children}
  </Link>
);
