-- What lay in orders when money added to a wallet was taken, the movements of the wallet tell.
alter table payment_captures drop column held_minor;
