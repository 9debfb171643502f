-- Who runs the shop: in the footer, on About Us, on receipts and statements. Empty where nobody has said it.
insert into site_options (name, value, kind, public) values
  ('company_name', '', 'text', true),
  ('company_address', '', 'text', true),
  ('company_registration', '', 'text', true);
