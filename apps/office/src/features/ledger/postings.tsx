interface Posting {
  sAccount: string;
  sCurrency: string;
  sAmount: string;
}

/** The postings of a journal, one a line. */
export const Postings = ({ postings }: { postings: readonly Posting[] }) => (
  <ul className="text-13">
    {postings.map(({ sAccount, sCurrency, sAmount }) => (
      <li key={sAccount} className="flex justify-between gap-6">
        <span className="min-w-0 truncate">{sAccount}</span>
        <span className="tabular-nums">
          {sAmount.replace('-', '−')} {sCurrency.toUpperCase()}
        </span>
      </li>
    ))}
  </ul>
);
