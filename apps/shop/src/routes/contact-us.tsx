import { queryClient } from '@giftlane/client/query-client.ts';
import { text } from '@giftlane/texts/text.ts';
import { Page } from '@giftlane/ui/layout/page.tsx';
import { ContactFacts, contactPage } from '../features/contact/contact-facts.tsx';
import { ContactForm } from '../features/contact/contact-form.tsx';
import { pageQuery } from '../rooms/pages/static-page.ts';

export function loader() {
  void queryClient.prefetchQuery(pageQuery(contactPage));
  return null;
}

/** Contacts support (ROUTE-19, OPEN-11). */
export function Component() {
  return (
    <Page title={text('nav.contactUs')} intro={text('contact.intro')}>
      <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-16">
        <section aria-label={text('contact.form')}>
          <ContactForm />
        </section>
        <ContactFacts />
      </div>
    </Page>
  );
}
