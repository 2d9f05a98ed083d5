#pragma once

#include <errno.h>
#include <lifetimebound.h>
#include <ptrcheck.h>
#include <sodium.h>
#include <stddef.h>
#include <stdint.h>

// What we use of libsodium, with the bounds of each buffer in its type: Swift sees spans, and checks their lengths.

#define BYTES(count) const uint8_t *__counted_by(count)
#define OUT(count) uint8_t *__counted_by(count)

static inline void csodium_random(OUT(count) bytes __noescape, size_t count) {
    randombytes_buf(bytes, count);
}

static inline void csodium_sha256(OUT(32) digest __noescape, BYTES(count) bytes __noescape, size_t count) {
    crypto_hash_sha256(digest, bytes, count);
}

static inline void csodium_hmac_sha256(
    OUT(32) code __noescape, BYTES(count) bytes __noescape, size_t count, BYTES(key_count) key __noescape, size_t key_count) {
    crypto_auth_hmacsha256_state state;
    crypto_auth_hmacsha256_init(&state, key, key_count);
    crypto_auth_hmacsha256_update(&state, bytes, count);
    crypto_auth_hmacsha256_final(&state, code);
}

static inline int csodium_differ(BYTES(count) one __noescape, BYTES(count) other __noescape, size_t count) {
    return sodium_memcmp(one, other, count);
}

static inline void csodium_ed25519_keys(OUT(32) public_key __noescape, OUT(64) private_key __noescape, BYTES(32) seed __noescape) {
    crypto_sign_ed25519_seed_keypair(public_key, private_key, seed);
}

static inline void csodium_ed25519_sign(
    OUT(64) signature __noescape, BYTES(count) message __noescape, size_t count, BYTES(64) private_key __noescape) {
    crypto_sign_ed25519_detached(signature, NULL, message, count, private_key);
}

static inline int csodium_ed25519_verify(
    BYTES(64) signature __noescape, BYTES(count) message __noescape, size_t count, BYTES(32) public_key __noescape) {
    return crypto_sign_ed25519_verify_detached(signature, message, count, public_key);
}

// Gives 0, or what errno says.
static inline int csodium_scrypt(
    OUT(count) key __noescape, size_t count, BYTES(password_count) password __noescape, size_t password_count,
    BYTES(salt_count) salt __noescape, size_t salt_count, uint64_t rounds, uint32_t block_size, uint32_t parallelism) {
    int status = crypto_pwhash_scryptsalsa208sha256_ll(
        password, password_count, salt, salt_count, rounds, block_size, parallelism, key, count);
    return status == 0 ? 0 : errno;
}

#undef BYTES
#undef OUT
