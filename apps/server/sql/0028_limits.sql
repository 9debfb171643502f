-- What one operator may do alone.

insert into site_options (name, value, kind) values ('vouchers_alone', '1000', 'whole');
