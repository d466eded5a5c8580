/** The key of `certificate`, which nothing but tests trusts. */
export const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg8+WdI+tzwEnIbxHU
3fwJQTBrcMiMcC/pFZGanejSEpKhRANCAARHArsI3dDaqP9TNf5Fqu/wbMqARX/j
8Eh6pYKBHxOyTUdHNoKMuky/D91SoL3sVm8gYOQ+rMqs4ot8hchLYn09
-----END PRIVATE KEY-----`;

/**
 * A self-signed certificate of the names of providers, valid until 2126. Made by `openssl req -x509 -newkey ec -pkeyopt
 * ec_paramgen_curve:prime256v1 -nodes -days 36500` with a subjectAltName.
 */
export const certificate = `-----BEGIN CERTIFICATE-----
MIICATCCAaagAwIBAgIUKy74YflGB5bT+goDgFRLO/gZZ3cwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJSGFyayB0ZXN0MCAXDTI2MTEyMzE0MDgzMFoYDzIxMjYxMDMw
MTQwODMwWjAUMRIwEAYDVQQDDAlIYXJrIHRlc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAARHArsI3dDaqP9TNf5Fqu/wbMqARX/j8Eh6pYKBHxOyTUdHNoKMuky/
D91SoL3sVm8gYOQ+rMqs4ot8hchLYn09o4HTMIHQMB0GA1UdDgQWBBSDxcsprxHF
25d2PhmRmtagBH4VbjAfBgNVHSMEGDAWgBSDxcsprxHF25d2PhmRmtagBH4VbjAP
BgNVHRMBAf8EBTADAQH/MH0GA1UdEQR2MHSCDmFwaS5zdHJpcGUuY29tghFhcGku
ZWxldmVubGFicy5pb4IVYXBpLXYyLmRyb3Bjb3dib3kuY29tgg9vYmplY3RzLmV4
YW1wbGWCJ2hhcmstb2JqZWN0cy5zMy5ldS13ZXN0LTEuYW1hem9uYXdzLmNvbTAK
BggqhkjOPQQDAgNJADBGAiEA6IEoUBS/3IO8MdlKK0iFBCKkNwfRvp9ZrNqVyKjN
3n8CIQDQ3tc1KW/+95ggcPuc4lpMlbsRVk1g9gJ9J9bxd534qw==
-----END CERTIFICATE-----`;
