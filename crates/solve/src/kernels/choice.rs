//! Which processors have `pext` and `pdep` in name only: Zen 2 and what came before it take some 20 to 300 cycles for
//! one, where others take three. There the portable way to move bits is the faster one.

use std::arch::x86_64::__cpuid;

/// Who made a processor, and the family that he counts it to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Family {
    vendor: [u8; 12],
    family: u32,
}

impl Family {
    /// Asks the processor.
    fn find() -> Self {
        let (leaf, version) = (__cpuid(0), __cpuid(1).eax);
        let mut vendor = [0; 12];
        for (part, register) in vendor.chunks_exact_mut(4).zip([leaf.ebx, leaf.edx, leaf.ecx]) {
            part.copy_from_slice(&register.to_le_bytes());
        }
        Self { vendor, family: family_in(version) }
    }

    /// AMD does `pext` in hardware since Zen 3, which is family 19h. Hygon's are Zen 1.
    fn moves_bits_slowly(self) -> bool {
        match &self.vendor {
            b"AuthenticAMD" => self.family < 0x19,
            b"HygonGenuine" => true,
            _ => false,
        }
    }
}

/// The family in register EAX of leaf 1: bits 8 to 11, and bits 20 to 27 on top where those are all ones.
fn family_in(version: u32) -> u32 {
    let base = version >> 8 & 0xF;
    if base == 0xF { base + (version >> 20 & 0xFF) } else { base }
}

/// Whether this processor takes long for `pext` and `pdep`, if it has them at all.
pub(super) fn moves_bits_slowly() -> bool {
    Family::find().moves_bits_slowly()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// EAX of leaf 1, as the collections of CPUID dumps have it, and whether Fog's tables call `pext` slow.
    const KNOWN: [(&[u8; 12], u32, u32, bool); 9] = [
        (b"AuthenticAMD", 0x0066_0F01, 0x15, true),  // Excavator
        (b"AuthenticAMD", 0x0080_0F11, 0x17, true),  // Zen 1
        (b"AuthenticAMD", 0x0087_0F10, 0x17, true),  // Zen 2
        (b"HygonGenuine", 0x0090_0F01, 0x18, true),  // Dhyana, a Zen 1
        (b"AuthenticAMD", 0x00A2_0F10, 0x19, false), // Zen 3
        (b"AuthenticAMD", 0x00A6_0F12, 0x19, false), // Zen 4
        (b"AuthenticAMD", 0x00B4_0F40, 0x1A, false), // Zen 5
        (b"GenuineIntel", 0x0003_06C3, 0x06, false), // Haswell
        (b"GenuineIntel", 0x0009_0672, 0x06, false), // Alder Lake
    ];

    #[test]
    fn families_are_told_apart() {
        for (vendor, version, family, slow) in KNOWN {
            let found = Family { vendor: *vendor, family: family_in(version) };
            assert_eq!((found.family, found.moves_bits_slowly()), (family, slow), "{version:#x}");
        }
    }

    #[test]
    fn this_processor_has_a_vendor_with_a_printable_name() {
        let found = Family::find();
        assert!(found.vendor.iter().all(u8::is_ascii_graphic) || found.vendor.contains(&b' '), "{found:?}");
    }
}
